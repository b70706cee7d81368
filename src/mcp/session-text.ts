/** The outlines of sessions, conversations and results as text, for clients that ignore structured output. */
import { durationOf } from '../core/wording/duration-of.ts';
import type { Conversation, Hit, SessionOutline, TurnOutline, Waited } from './outline.ts';

export function sessionText(session: SessionOutline): string {
  const { session_id, status, title, cwd, host, host_is_offline, driver, last_activity_at } = session;
  const waits = session.pending_requests > 0 ? `, pending requests: ${session.pending_requests}` : '';
  const where = ` on ${host}${host_is_offline ? ', which is offline' : ''}`;
  return `${session_id}  ${status}${waits}  ${title || '(no title)'}  in ${cwd}${where} (${driver}, last active ${last_activity_at})`;
}

export function conversationText({ session, waiting_for, omitted, turns }: Conversation): string {
  return [
    sessionText(session),
    ...waitingLines(waiting_for),
    ...(omitted ? [omittedText(omitted)] : []),
    '',
    turns.map(turnText).join('\n\n') || '(no turns)',
  ].join('\n');
}

export function hitText({ session_id, title, at, role, text, before }: Hit): string {
  return `${session_id}  ${title || '(no title)'}  ${at}  ${role} (read_session with before: ${before})\n  ${text}`;
}

export function waitedText(waited: Waited): string {
  const { session_id, message_id, state, outcome, text = '', error, cost_usd, status } = waited;
  if (state === 'running') {
    const now = `Session ${session_id} is not done yet (${status}).`;
    const next = `Call wait_for_turn with message_id ${message_id} to wait for it, or read_session to see its progress.`;
    return [now, ...waitingLines(waited.waiting_for ?? []), next].join('\n');
  }
  const cost = cost_usd === undefined ? '' : `, ${cost_usd.toFixed(4)} USD`;
  const why = error ? `\n${error.code}: ${error.message}` : '';
  return `Session ${session_id}: ${outcome}${cost}${why}\n\n${text}`;
}

function waitingLines(waiting: readonly string[]): string[] {
  return waiting.map((words) => `WAITING FOR A PERSON: ${words}`);
}

function omittedText({ turns, is_at_least, before }: NonNullable<Conversation['omitted']>): string {
  const many = `${is_at_least ? 'at least ' : ''}${turns} earlier ${turns === 1 ? 'turn is' : 'turns are'}`;
  return `(${many} not shown; for more, call read_session with before: ${before})`;
}

/** Starts with the prompt and finishes with how the turn ended. */
function turnText({ prompt, steps_omitted, steps, outcome, duration_ms }: TurnOutline): string {
  const time = duration_ms === undefined ? '' : ` after ${durationOf(duration_ms)}`;
  return [
    prompt !== undefined && `USER: ${prompt}`,
    steps_omitted !== undefined && '(earlier text of this turn is not shown)',
    ...steps.map(({ kind, text }) => `${kind}: ${text}`),
    outcome === 'running' ? 'END: not yet' : outcome && `END: ${outcome}${time}`,
  ]
    .filter(Boolean)
    .join('\n');
}
