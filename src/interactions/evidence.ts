/** What the events of a session show about an interaction: how it ended, and whether an answer was missed. */
import { dialogState, hasTerminal, turnEnd } from '../core/dialog-state.ts';
import type { Ending } from '../core/interaction-facts.ts';
import { isLive } from '../core/present-session.ts';
import type { SessionState } from '../core/session-state.ts';
import type { ItemOf } from '../protocol/conversation.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import { deciderOf, decisionOf, isCut, type Since, TERMINAL } from './settle-answer.ts';

export type ToolCall = ItemOf<'tool'>;

export interface Looked {
  /** Finds the tool call that the interaction is about. */
  readonly findCall: (session: SessionState) => ToolCall | undefined;
  /** Whether the transcript was read long enough after this moment for a result to be in it. */
  readonly hasReadAfter: (moment: number) => boolean;
  /** For how many milliseconds Claude Code has visibly waited for an answered request. */
  readonly missedMs: number;
}

/** The transcript will be read in this many milliseconds: then it contains everything up to this moment. */
export interface Reading {
  readonly after: number;
  readonly inMs: number;
}

interface Seen {
  readonly session: SessionState;
  readonly now: number;
  readonly look: Looked;
}

/** How long the result of a call may take to reach the log after the turn has ended. */
const RESULT_MS = 1000;
/** The same on a slow disk: a call without a result makes a sent answer count as lost, for good. */
const LATE_RESULT_MS = 10_000;
/** How long Claude Code may take to continue after a decision; later, the decision counts as lost. */
const LOST_MS = 10_000;
/** How long an interrupt may take: a dialog may open in between. */
const INTERRUPT_MS = 10_000;

export const WITHDRAWN: Ending = { state: 'withdrawn' };

/** Answered outside of the hub, in the terminal unless the record names another. */
export function answeredInTerminal(
  at: number,
  decided: Partial<Answer> = {},
): Ending & { readonly answer: Answer } {
  const when = new Date(at).toISOString();
  return {
    state: 'answered',
    answer: { by: TERMINAL, at: when, route: 'terminal', applied: 'confirmed', ...decided },
  };
}

/** How an open interaction has ended; `read` if the transcript must be read first. */
export function endOf(
  one: Interaction,
  call: ToolCall | undefined,
  seen: Seen,
): { readonly end?: Ending; readonly read?: Reading } {
  const { session } = seen;
  // A hook may arrive after its call is over.
  const isOfThis = one.tool_use_id !== undefined;
  if (call?.finished_at && (isOfThis || call.finished_at >= one.opened_at))
    return { end: endWithCall(one, call, call.finished_at, session) };
  if (!isLive(session)) return { end: WITHDRAWN };
  // Requests of subagents do not show in the status of the whole session.
  if (one.agent_id !== undefined) {
    const { finished_at } = session.agents[one.agent_id] ?? {};
    if (finished_at === undefined) return {};
    // If the subagent was resumed, its call is running. Otherwise the hook arrived after the end.
    const isLate = finished_at < one.opened_at;
    if (isLate && call) return {};
    const moment = Date.parse(isLate ? one.opened_at : finished_at);
    return onceRead(moment, seen, { end: WITHDRAWN });
  }
  const opened = Date.parse(one.shown_at ?? one.opened_at);
  // A held request is not on the screen: a dialog there is another one.
  const dialog = one.held_until === undefined ? dialogState(session, opened) : 'unseen';
  if (dialog === 'gone' && session.waited) {
    const { until, then } = session.waited;
    const isOurs = isInterrupted(session, one);
    if (then === 'working' && !isOurs) return { end: answeredInTerminal(until) };
    // After an interrupt, Claude Code continues at once if a prompt is in its own queue: only the record shows the decision.
    return onceRead(until, seen, { end: isOurs && then === 'idle' ? WITHDRAWN : answeredInTerminal(until) });
  }
  if (dialog === 'open') return {};
  // If only hooks report, the end of the turn is the only sign.
  const endedAt = turnEnd(session);
  return endedAt < opened ? {} : onceRead(endedAt, seen, { end: WITHDRAWN });
}

function endWithCall(one: Interaction, call: ToolCall, finishedAt: string, session: SessionState): Ending {
  const at = Date.parse(finishedAt);
  // The form's answer was not reported.
  if (one.kind === 'elicitation') return hasTerminal(session) ? answeredInTerminal(at) : WITHDRAWN;
  const decision = decisionOf(call);
  if (isCut(call) || (decision === 'deny' && isInterrupted(session, one))) return WITHDRAWN;
  return answeredInTerminal(at, { by: deciderOf(call), decision });
}

/**
 * In how many milliseconds the decision of a hook counts as lost, because the same dialog is still on the
 * screen. Undefined if it is not. Measured on a monotonic clock.
 */
export function lostIn(
  { kind, answer, agent_id }: Interaction,
  session: SessionState,
  { missedMs }: Looked,
): number | undefined {
  // Subagents and forms show no dialog while their hook waits.
  if (answer?.route !== 'hook' || agent_id !== undefined || kind === 'elicitation') return undefined;
  const sentAt = Date.parse(answer.at);
  const isSameDialog = dialogState(session, sentAt) === 'open' && (session.waiting_since ?? 0) <= sentAt;
  const hasOpen = Object.values(session.interactions).some(({ state }) => state === 'open');
  return isSameDialog && !hasOpen ? Math.max(0, LOST_MS - missedMs) : undefined;
}

/**
 * What is known since the answer was sent; `read` if the transcript must be read before concluding that no
 * more follows.
 */
export function since(
  one: Interaction,
  call: ToolCall | undefined,
  seen: Seen,
): Since & { readonly read?: Reading } {
  const { session } = seen;
  const overSince = whenOver(one, call, session);
  const waitMs = isLive(session) && !call?.finished_at ? LATE_RESULT_MS : RESULT_MS;
  return {
    isInterrupted: isInterrupted(session, one),
    ...(overSince !== undefined && onceRead(overSince, seen, { isOver: true }, waitMs)),
  };
}

/** When the last source of news about the answer ended: the turn, the subagent or the process. */
function whenOver(
  { answer, agent_id }: Interaction,
  call: ToolCall | undefined,
  session: SessionState,
): number | undefined {
  const sentAt = Date.parse(answer?.at ?? '');
  const runs = Object.values(session.runs).map(({ ended_at = 0 }) => ended_at);
  if (!isLive(session)) return Math.max(sentAt, ...runs);
  const ended =
    agent_id === undefined ? turnEnd(session) : Date.parse(session.agents[agent_id]?.finished_at ?? '');
  // The turn may have ended while the answer was sent.
  return ended > sentAt || ended >= Date.parse(call?.finished_at ?? '') ? ended : undefined;
}

/**
 * The result of a call may still arrive from the transcript, and is more reliable: it is read before any
 * conclusion. Times only decide how long to wait: the clock may have been set meanwhile.
 */
function onceRead<Conclusion>(
  moment: number,
  { now, look }: Seen,
  conclusion: Conclusion,
  waitMs = RESULT_MS,
): Conclusion | { readonly read: Reading } {
  const after = moment + waitMs - RESULT_MS;
  if (look.hasReadAfter(after)) return conclusion;
  return { read: { after, inMs: Math.min(waitMs, Math.max(0, moment + waitMs - now)) } };
}

/**
 * Whether the hub has interrupted Claude meanwhile: in the record that looks like a refusal in the terminal.
 */
function isInterrupted({ interrupted_at = 0 }: SessionState, { opened_at }: Interaction): boolean {
  return interrupted_at >= Date.parse(opened_at) - INTERRUPT_MS;
}
