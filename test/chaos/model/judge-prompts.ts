/**
 * Every prompt has one final state, and the transcript agrees: delivered once, or reported once. A prompt lost with Claude
 * Code's own queue is `accepted`, and a warning reports it.
 */
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { PlannedPrompt } from '../plan/plan.ts';
import type { RunRecord, SessionRecord, Violation } from '../record.ts';
import { readEntries } from './transcript-entries.ts';

type FinalEvent = ReinsEvent<'message_accepted' | 'message_failed' | 'message_removed'>;

/** A claude that is killed this soon after accepting a prompt or sending it to the model may not have recorded it. */
const MOMENTS_MS = 3000;

export function judgePrompts(record: RunRecord): Violation[] {
  return record.sessions.flatMap((session) =>
    session.plan.prompts.flatMap((prompt) =>
      judgePrompt(record, session, prompt).map((violation) => ({
        ...violation,
        sessionId: session.plan.id,
        about: prompt.messageId,
      })),
    ),
  );
}

function judgePrompt(record: RunRecord, session: SessionRecord, prompt: PlannedPrompt): Violation[] {
  const { messageId, mark } = prompt;
  const statuses = record.calls.filter(({ what, target }) => what === 'send' && target === messageId);
  const isAcknowledged = statuses.some(({ status }) => status === 200 || status === 202);
  const finals = session.events.filter((event) => isFinalOf(event, messageId)) as FinalEvent[];
  const rows = readEntries(session.transcript).filter(
    ({ kind, ...entry }) => kind === 'prompt' && 'text' in entry && hasMark(entry.text, mark),
  ).length;
  const received = record.requests.filter(
    ({ sessionId, said }) => sessionId === session.plan.id && said.some((text) => hasMark(text, mark)),
  );
  const violations: Violation[] = [];
  const broken = (rule: string, message: string) => violations.push({ rule, message: `${mark}: ${message}` });

  if (!isAcknowledged) {
    if (rows > 0)
      broken('prompt-without-acknowledgement', 'was never acknowledged, but is in the transcript');
    return violations;
  }
  if (finals.length !== 1)
    broken(
      'one-final-state',
      `has ${finals.length} final states: ${finals.map(describe).join(', ') || 'none'}`,
    );
  if (rows > 1) broken('delivered-twice', `has ${rows} rows in the transcript`);
  if (received.some(({ said }) => said.filter((text) => hasMark(text, mark)).length > 1))
    broken('delivered-twice', 'reached the model twice');
  const [final] = finals;
  const reports = lossReports(session, mark);
  if (reports > 1) broken('reported-twice', `was reported lost ${reports} times`);
  const isInConversation = rows > 0 || received.some(({ at }) => !endedAround(record, session, at));
  if (reports > 0 && isInConversation)
    broken(
      'lost-but-delivered',
      `was reported lost, with ${rows} rows in the transcript and ${received.length} requests to the model`,
    );
  const finalAt = session.watched.sse.find(({ event }) => event.seq === final?.seq)?.at ?? 0;
  const isDropped = reports > 0 || endedAround(record, session, finalAt) || isInterrupted(session, messageId);
  if (final?.type === 'message_accepted' && rows === 0 && !isDropped)
    broken('accepted-without-row', 'is accepted, but missing from the transcript');
  if (final?.type === 'message_failed' && final.code !== 'unconfirmed' && isInConversation)
    broken(
      'failed-but-delivered',
      `failed with ${final.code}, with ${rows} rows in the transcript and ${received.length} requests to the model`,
    );
  return violations;
}

function isFinalOf(event: ReinsEvent, messageId: string): boolean {
  const isFinal = ['message_accepted', 'message_failed', 'message_removed'].includes(event.type);
  return isFinal && 'message_id' in event && event.message_id === messageId;
}

/** A mark is a whole word, not part of a longer one. */
function hasMark(text: string, mark: string): boolean {
  return text.split(/\s+/).includes(mark);
}

function describe(event: FinalEvent): string {
  return event.type === 'message_failed' ? `${event.type} (${event.code})` : event.type;
}

/** How often a warning reports that the prompt was in Claude Code's own queue when its process ended. */
function lossReports({ events }: SessionRecord, mark: string): number {
  return events.filter(
    (event) =>
      event.type === 'warning_raised' &&
      event.code === 'queued_prompts_lost' &&
      hasMark(event.message.replace(/[",.]/g, ' '), mark),
  ).length;
}

/**
 * Whether the session's claude ended within moments of a time. By the times at which a watcher got the events: the clock of the
 * hub may jump. A hub that was down learns of the end late, so the faults count too.
 */
function endedAround({ sessions, faults }: RunRecord, session: SessionRecord, at: number): boolean {
  const isSoon = (moment: number) => Math.abs(moment - at) <= MOMENTS_MS;
  const index = sessions.indexOf(session);
  return (
    session.watched.sse.some((other) => other.event.type === 'run_ended' && isSoon(other.at)) ||
    faults.some(
      ({ fault, at: moment }) =>
        (fault.kind === 'kill-claude' || fault.kind === 'kill-runner') &&
        fault.session === index &&
        isSoon(moment),
    )
  );
}

/** Claude Code drops a prompt whose turn is interrupted before it has started. */
function isInterrupted({ events }: SessionRecord, messageId: string): boolean {
  return events.some(
    (event) =>
      event.type === 'turn_reported' &&
      event.outcome === 'interrupted' &&
      event.message_ids.includes(messageId),
  );
}
