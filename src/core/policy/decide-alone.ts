/**
 * What is answered where nobody is there and no rule decides, so that nothing hangs: Claude decides what is a matter of
 * opinion, and gets nothing that somebody would have to allow.
 */
import type { InteractionKind } from '../../protocol/interactions.ts';
import type { Outcome, RuleAnswer } from './decide.ts';

const NON_INTERACTIVE = 'non_interactive';

const ANSWERS: Readonly<Record<InteractionKind, RuleAnswer>> = {
  question: { reply: 'Nobody is here to answer. Decide yourself, go on, and say at the end what you chose.' },
  permission: {
    decision: 'deny',
    message:
      'Nobody is here to allow this, and no rule does. Do not try to get it done in another way: go on without it, and say at the end what could not be done.',
  },
  // To approve it would be to let Claude out of plan mode.
  plan: {
    decision: 'reject',
    feedback:
      'Nobody is here to approve the plan. Do not carry it out: give the whole plan as your answer, and end.',
  },
  elicitation: { action: 'decline' },
};

export function decideAlone(kind: InteractionKind): Outcome {
  return {
    decision: kind === 'question' ? 'answer' : 'deny',
    answer: ANSWERS[kind],
    rule: { name: NON_INTERACTIVE, index: -1 },
    reason: 'The session is non-interactive, and no rule decides.',
  };
}
