/** Whether an answer that was sent is the one that counted: Claude Code's record of the call names who decided. */
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';

export interface Settlement {
  readonly applied: 'confirmed' | 'superseded';
  readonly answer?: Answer;
}

export type CallRecord = Pick<ItemOf<'tool'>, 'finished_at' | 'decided_by' | 'decision' | 'result'>;

/**
 * Undefined while there is no proof. `call` is the call that was asked for, as it is known by now; `then` what Claude Code
 * was seen doing right after it had waited: it rests when its dialog was refused.
 */
export function settleAnswer(
  { answer }: Pick<Interaction, 'answer'>,
  call: CallRecord | undefined,
  then: 'working' | 'idle' | undefined,
): Settlement | undefined {
  if (answer?.applied !== 'sent' || !call?.finished_at) return undefined;
  const { decided_by: decider, result } = call;
  const isAllowed = call.decision !== 'reject';
  const agrees = isAllowed === allows(answer);
  // The record of hooks alone names nobody. A refusal is known by its words.
  if (decider === undefined || decider === 'unknown') {
    if (!agrees) return supersededBy(call, answer);
    return answer.route === 'control' || (!isAllowed && result === answer['message']) ? CONFIRMED : undefined;
  }
  if (agrees && isOurs(answer, decider)) return CONFIRMED;
  // An interrupt of the running call leaves the same record as a refusal.
  if (decider === 'user_interrupt' && allows(answer) && then !== 'idle') return undefined;
  return supersededBy(call, answer);
}

/** Who decided an ask that was not answered through us, by the record of its call. */
export function deciderOf({ decided_by: decider }: CallRecord): Answer['by'] {
  if (decider === undefined || decider === 'unknown' || decider.startsWith('user')) return TERMINAL;
  return { type: 'program', name: decider };
}

/** What became of the call: `allow` also means that a question was answered, a plan approved. */
export function decisionOf({ decision }: CallRecord): 'allow' | 'deny' {
  return decision === 'reject' ? 'deny' : 'allow';
}

const CONFIRMED: Settlement = { applied: 'confirmed' };
const TERMINAL = { type: 'terminal', name: 'terminal' } as const;
/** In a stream run there is no terminal: the user ends a call by interrupting. */
const INTERRUPT = { type: 'program', name: 'interrupt' } as const;

function supersededBy(call: CallRecord, { route }: Answer): Settlement {
  const decider = deciderOf(call);
  const isInterrupt = route === 'control' && decider === TERMINAL;
  return {
    applied: 'superseded',
    answer: {
      by: isInterrupt ? INTERRUPT : decider,
      at: call.finished_at as string,
      route: isInterrupt ? 'control' : decider === TERMINAL ? 'terminal' : 'hook',
      applied: 'superseded',
      decision: decisionOf(call),
    },
  };
}

function allows(answer: Answer): boolean {
  const { decision } = answer;
  // By keys a reply goes in as words of one's own to the first question.
  if (decision === undefined) return !('reply' in answer) || answer.route === 'keys';
  return decision === 'allow' || decision === 'approve';
}

/** Over the control protocol and by keys we speak as the user; a held hook speaks as a hook, unless it interrupts. */
function isOurs(answer: Answer, decider: string): boolean {
  if (answer.route !== 'hook') return decider.startsWith('user');
  return decider === 'hook' || (answer['interrupt'] === true && decider === 'user_interrupt');
}
