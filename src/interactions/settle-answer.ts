/** Whether a sent answer is the one that counted: Claude Code's record of the call names the decider. */
import type { Settlement } from '../core/interaction-facts.ts';
import type { ItemOf } from '../protocol/conversation.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';

export type CallRecord = Pick<ItemOf<'tool'>, 'finished_at' | 'decided_by' | 'decision' | 'result'>;

/** What is known of the session since the answer was sent. */
export interface Since {
  /** The turn or the process has ended, and everything written was read: no more news will arrive. */
  readonly isOver?: boolean;
  /** The hub has interrupted Claude since it asked. */
  readonly isInterrupted?: boolean;
}

/** Undefined while proof may still arrive. `call` is the requested call, as known by now. */
export function settleAnswer(
  { kind, answer }: Pick<Interaction, 'answer'> & Partial<Pick<Interaction, 'kind'>>,
  call: CallRecord | undefined,
  { isOver = false, isInterrupted = false }: Since,
): Settlement | undefined {
  if (answer?.applied !== 'sent') return undefined;
  if (kind === 'elicitation') return proofOfForm(answer, call) ?? (isOver ? lost(UNCONFIRMED) : undefined);
  if (call && isCut(call)) return lost(UNCONFIRMED);
  if (!call?.finished_at) return isOver ? lost(UNCONFIRMED) : undefined;
  return proofOf(answer, call, isInterrupted) ?? (isOver ? conclude(answer, call) : undefined);
}

/** The server continued after our answer; no one else could answer at that time. */
function proofOfForm(answer: Answer, call: CallRecord | undefined): Settlement | undefined {
  return call?.finished_at !== undefined && call.finished_at >= answer.at ? CONFIRMED : undefined;
}

function proofOf(answer: Answer, call: CallRecord, isInterrupted: boolean): Settlement | undefined {
  const { decided_by: decider } = call;
  const isAllowed = call.decision !== 'reject';
  const agrees = isAllowed === allows(answer);
  // The record of hooks alone names no one. A refusal is recognized by its text.
  if (decider === undefined || decider === 'unknown') {
    if (!agrees) return supersededBy(call, answer, isInterrupted);
    const isKnownByText = !isAllowed && call.result === wordsOf(answer);
    return answer.route === 'control' || isKnownByText ? CONFIRMED : undefined;
  }
  if (agrees && isOurs(answer, decider)) return confirmed(answer, call);
  // An interrupt of the running call leaves the same record as a refusal, but not before the answer was sent.
  const mayHaveRun = allows(answer) && !isAllowed && (call.finished_at ?? '') >= answer.at;
  if (mayHaveRun && (decider === 'user_interrupt' || (isInterrupted && decider.startsWith('user'))))
    return undefined;
  return supersededBy(call, answer, isInterrupted);
}

/** The outcome if no proof will arrive. */
function conclude(answer: Answer, call: CallRecord): Settlement {
  const isAllowed = call.decision !== 'reject';
  if (isAllowed !== allows(answer) || call.decided_by === 'user_interrupt') {
    return lost(
      'the call was rejected or interrupted, and the record does not show whether the answer took effect first',
    );
  }
  const isAsAsked = isAllowed && answer['input'] === undefined && answer['plan'] === undefined;
  return isAsAsked ? CONFIRMED : lost('the call was decided, but the record does not show by whom');
}

/** Who decided a request outside of the hub, by the record of its call. */
export function deciderOf({ decided_by: decider }: CallRecord): Answer['by'] {
  if (decider === undefined || decider === 'unknown' || decider.startsWith('user')) return TERMINAL;
  return { type: 'program', name: decider };
}

/** The process ended before the call had a result. */
export function isCut({ decided_by }: CallRecord): boolean {
  return decided_by === 'process_ended';
}

/** The outcome of the call: `allow` also means that a question was answered or a plan approved. */
export function decisionOf({ decision }: CallRecord): 'allow' | 'deny' {
  return decision === 'reject' ? 'deny' : 'allow';
}

/** Claude Code may have acted on it in its last moments. */
const UNCONFIRMED = 'Claude Code exited before it confirmed the answer, which may have taken effect';
const CONFIRMED: Settlement = { applied: 'confirmed' };

/** A refusal always counts; its reason may not have reached the model. */
function confirmed(answer: Answer, { decision, result }: CallRecord): Settlement {
  const words = decision === 'reject' ? wordsOf(answer) : undefined;
  const isReported =
    words === undefined || withoutBlanks(String(result ?? '')).includes(withoutBlanks(words));
  return isReported
    ? CONFIRMED
    : { ...CONFIRMED, reason: 'Claude Code did not pass the text on to the model' };
}

function lost(reason: string): Settlement {
  return { applied: 'lost', reason };
}

/** A terminal changes spaces. */
function withoutBlanks(text: string): string {
  return text.replace(/\s+/gu, '');
}

function wordsOf(answer: Answer): string | undefined {
  const said = answer['message'] ?? answer['feedback'] ?? answer['reply'];
  return typeof said === 'string' ? said : undefined;
}

export const TERMINAL = { type: 'terminal', name: 'terminal' } as const;
/** An interrupt through the hub. In a stream run, which has no terminal, there is no other way to end a call. */
const INTERRUPT = { type: 'program', name: 'interrupt' } as const;

function supersededBy(call: CallRecord, { route }: Answer, isInterrupted = false): Settlement {
  const decider = deciderOf(call);
  const isInterrupt = (route === 'control' || isInterrupted) && decider === TERMINAL;
  return {
    applied: 'superseded',
    answer: {
      by: isInterrupt ? INTERRUPT : decider,
      at: call.finished_at as string,
      route: isInterrupt ? route : decider === TERMINAL ? 'terminal' : 'hook',
      applied: 'superseded',
      decision: decisionOf(call),
    },
  };
}

function allows(answer: Answer): boolean {
  const { decision } = answer;
  // By keys, a reply is a custom answer to the first question.
  if (decision === undefined) return !('reply' in answer) || answer.route === 'keys';
  return decision === 'allow' || decision === 'approve';
}

/**
 * Answers over the control protocol and by keys come from the user; those of a held hook come from a hook.
 * Only a refusal that interrupts leaves the trace of an interrupt, and by keys every refusal does.
 */
function isOurs(answer: Answer, decider: string): boolean {
  if (decider === 'user_interrupt') return answer.route === 'keys' || answer['interrupt'] === true;
  return answer.route === 'hook' ? decider === 'hook' : decider.startsWith('user');
}
