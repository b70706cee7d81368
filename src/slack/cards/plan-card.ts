/** A plan, as a file: approved into a permission mode, or rejected with or without feedback. */
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import { maskSecrets } from '../../core/masking/mask-secrets.ts';
import { modeText } from '../../core/wording/suggestion-text.ts';
import { exactText } from '../../lib/hidden-characters.ts';
import { PLAN_MODES } from '../../protocol/permission-modes.ts';
import { context, input, textInput } from '../blocks/blocks.ts';
import type { CardKind } from './card-kind.ts';

const APPROVE = 'approve.';
const FEEDBACK = 'feedback';

export const PLAN_CARD: CardKind = {
  body: () => [context('The plan is in the file above.')],
  file: (interaction) => ({
    name: 'plan.md',
    text: exactText(maskSecrets(interactionDefinition(interaction.kind).body(interaction))),
  }),
  buttons: () => [
    { action: 'approve', text: 'Approve', style: 'primary' },
    ...PLAN_MODES.map((mode) => ({
      action: `${APPROVE}${mode}`,
      text: `Approve in ${modeText(mode)} mode`,
    })),
    { action: 'reject', text: 'Reject', style: 'danger' },
    { action: 'reject-feedback', text: 'Reject with feedback' },
  ],
  press: (_ask, action) => {
    if (action === 'approve') return { decision: 'approve' };
    if (action === 'reject') return { decision: 'reject' };
    if (action === 'reject-feedback') {
      const blocks = [input(FEEDBACK, 'What should be different?', textInput())];
      return { modal: 'reject', title: 'Reject with feedback', submit: 'Reject', blocks };
    }
    const mode = PLAN_MODES.find((one) => action === `${APPROVE}${one}`);
    return mode && { decision: 'approve', mode };
  },
  submit: (_ask, _modal, values) => {
    const feedback = values.text(FEEDBACK).trim();
    return { decision: 'reject', ...(feedback !== '' && { feedback }) };
  },
};
