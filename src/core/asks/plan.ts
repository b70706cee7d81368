/** A plan to approve or to send back. */
import { textOf } from '../../lib/json-values.ts';
import { REJECTED } from '../denial-words.ts';
import { headOf } from '../tool-object.ts';
import { type AskFacts, type AskKind, denyCall, unfitting } from './ask-kind.ts';

export const PLAN: AskKind<'plan'> = {
  name: 'a plan',
  tool: 'ExitPlanMode',
  form: 'plan',
  words: (ask) => ({ headline: 'Claude has a plan', line: `plan: ${headOf(planOf(ask))}` }),
  notice: () => 'Claude has a plan',
  body: (ask) => planOf(ask) || 'Claude gave no text with it.',
  // To approve it would be to let Claude out of plan mode.
  unattended: {
    decision: 'reject',
    feedback:
      'Nobody is here to approve the plan. Do not carry it out: give the whole plan as your answer, and end.',
  },
  refusal: (words) => ({ decision: 'reject', ...(words !== undefined && { feedback: words }) }),
  stop: (words) => ({ decision: 'reject', feedback: words }),
  read: (_ask, answer) => {
    const { decision, mode, plan, feedback } = answer;
    if (decision === 'reject' && (mode || plan))
      throw unfitting('A rejection has neither mode nor plan: feedback says what to change.');
    if (decision === 'approve' && feedback) throw unfitting('feedback goes with a rejection.');
    return { kind: 'plan', ...answer };
  },
  toolDecision: ({ input }, { decision, mode, plan, feedback }) => {
    if (decision === 'reject') return denyCall(feedback ?? REJECTED);
    return {
      behavior: 'allow',
      // A bare allow would be swallowed: the input must come back, even if nothing in it has changed.
      updatedInput: plan ? { ...input, plan } : input,
      ...(mode && { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] }),
    };
  },
};

/** As Claude wrote it, or as its terminal shows it. */
export function planOf({ input }: Pick<AskFacts, 'input'>): string {
  return textOf(input['plan']) || textOf(input['screen']);
}
