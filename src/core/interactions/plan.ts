/** A plan to approve or reject. */
import { textOf } from '../../lib/json-values.ts';
import { REJECTED } from '../denial-text.ts';
import { headOf } from '../tool-object.ts';
import { t } from '../translate.ts';
import {
  denyCall,
  type InteractionDefinition,
  type InteractionFacts,
  unfitting,
} from './interaction-definition.ts';

export const PLAN: InteractionDefinition<'plan'> = {
  name: 'a plan',
  tool: 'ExitPlanMode',
  form: 'plan',
  words: (interaction) => ({
    headline: 'Claude has a plan',
    line: t('plan: {title}', { title: headOf(planOf(interaction)) }),
  }),
  notice: () => 'Claude has a plan',
  body: (interaction) => planOf(interaction) || 'The plan is empty.',
  // Approving it would let Claude leave plan mode.
  unattended: {
    decision: 'reject',
    feedback:
      'Nobody is available to approve the plan. Do not carry it out. Reply with the whole plan and stop.',
  },
  refusal: (words) => ({ decision: 'reject', ...(words !== undefined && { feedback: words }) }),
  stop: (words) => ({ decision: 'reject', feedback: words }),
  read: (_ask, answer) => {
    const { decision, mode, plan, feedback } = answer;
    if (decision === 'reject' && (mode || plan))
      throw unfitting('A rejection accepts neither `mode` nor `plan`. Use `feedback` to say what to change.');
    if (decision === 'approve' && feedback) throw unfitting('`feedback` requires a rejection.');
    return { kind: 'plan', ...answer };
  },
  toolDecision: ({ input }, { decision, mode, plan, feedback }) => {
    if (decision === 'reject') return denyCall(feedback ?? REJECTED);
    return {
      behavior: 'allow',
      // Claude Code ignores a bare allow: the input must be returned even if it is unchanged.
      updatedInput: plan ? { ...input, plan } : input,
      ...(mode && { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] }),
    };
  },
};

/** As Claude wrote it, or as its terminal shows it. */
export function planOf({ input }: Pick<InteractionFacts, 'input'>): string {
  return textOf(input['plan']) || textOf(input['screen']);
}
