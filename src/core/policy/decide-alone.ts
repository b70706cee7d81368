/** The answer in unattended sessions if no rule decides, so that nothing hangs. */
import type { InteractionKind } from '../../protocol/interactions.ts';
import { askKindOf } from '../asks/ask-kinds.ts';
import type { Outcome } from './decide.ts';

const NON_INTERACTIVE = 'non_interactive';

export function decideAlone(kind: InteractionKind): Outcome {
  const answer = askKindOf(kind).unattended;
  return {
    decision: 'reply' in answer ? 'answer' : 'deny',
    answer,
    rule: { name: NON_INTERACTIVE, index: -1 },
    reason: 'The session is unattended, and no rule matches.',
  };
}
