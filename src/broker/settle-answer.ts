/** Whether an answer that was sent is the one that counted: Claude Code's record of the call names who decided. */
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';

export interface Settlement {
  readonly applied: 'confirmed' | 'superseded';
  readonly answer?: Answer;
}

/** Undefined while there is no proof. `tool` is the call that was asked for, as it is known by now. */
export function settleAnswer(
  { answer }: Interaction,
  tool: Pick<ItemOf<'tool'>, 'finished_at' | 'decided_by' | 'decision'> | undefined,
): Settlement | undefined {
  if (answer?.applied !== 'sent' || !tool?.finished_at) return undefined;
  const { decided_by: decider, decision, finished_at: at } = tool;
  // Without a word about who decided there is only one who can have been: us.
  if (decider === undefined || isOurs(answer.route, decider)) return { applied: 'confirmed' };
  const by = decider.startsWith('user') ? TERMINAL : ({ type: 'program', name: decider } as const);
  return {
    applied: 'superseded',
    answer: {
      by,
      at,
      route: 'terminal',
      applied: 'superseded',
      ...(decision !== undefined && { decision: decision === 'reject' ? 'deny' : 'allow' }),
    },
  };
}

const TERMINAL = { type: 'terminal', name: 'terminal' } as const;

/** Over the control protocol and by keys we speak as the user; a held hook speaks as a hook. */
function isOurs(route: Answer['route'], decider: string): boolean {
  return route === 'hook' ? decider === 'hook' : decider.startsWith('user');
}
