/**
 * Reports the outcome of each prompt, for every driver: `message_finished` is logged once the turn is over
 * and the log holds all of it. Readers of a session's events need to wait for nothing else.
 */

import { type MessageEnd, MessageFollower } from '../../core/message-follower.ts';
import { statusOf } from '../../core/present-session.ts';
import { unfinishedMessages } from '../../core/reduce-message.ts';
import { roundMoney } from '../../core/usage/money.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { EventType, ReinsEvent } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { turnInLog } from '../turn-in-log.ts';
import type { OwnFacts } from './own-facts.ts';

export interface MessageEndsOptions {
  readonly log: Pick<EventLog, 'onCommit'>;
  readonly reader: Pick<LogReader, 'session' | 'items' | 'eventsOfTypes'>;
  readonly facts: Pick<OwnFacts, 'noteEventually'>;
  readonly output: HubLog;
  /** Brings the log up to date with the session's transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
  /** How long a session must be quiet before it counts as at rest. */
  readonly restMs?: number;
}

interface Followed {
  /** By message. */
  readonly followers: Map<string, MessageFollower>;
  /** How many times in a row it was found at rest. */
  rests: number;
  timer?: NodeJS.Timeout;
}

const REST_MS = 3000;
/**
 * After this many rests the end of a known turn is no longer expected: longer than the hub waits for its last
 * text.
 */
const LONG_RESTS = 4;

/** The events that decide about a message. */
const DECIDING = [
  'message_queued',
  'message_changed',
  'message_delivered',
  'message_accepted',
  'control_changed',
  'prompt_submitted',
  'command_run',
  'command_printed',
  'turn_finished',
  'turn_reported',
  'autonomy_chosen',
  'auto_continued',
  'auto_continue_stopped',
  'session_moved',
  'start_failed',
  'usage_counted',
  'cost_counted',
] as const satisfies readonly EventType[];

export class MessageEnds {
  readonly #options: MessageEndsOptions;
  readonly #sessions = new Map<string, Followed>();
  /** Sessions whose earlier messages have been checked. */
  readonly #takenUp = new Set<string>();
  readonly #stopListening: () => void;

  constructor(options: MessageEndsOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) this.#take(event);
    });
  }

  /**
   * Messages from before this hub whose ends are not reported: from a run that outlived a hub, or from an
   * older version.
   */
  takeUp(sessionId: string): void {
    if (this.#takenUp.has(sessionId)) return;
    this.#takenUp.add(sessionId);
    const { reader } = this.#options;
    const state = reader.session(sessionId);
    const known = this.#sessions.get(sessionId)?.followers;
    const earlier = (state ? unfinishedMessages(state) : []).filter(
      ({ message_id }) => !known?.has(message_id),
    );
    if (earlier.length === 0) return;
    const events = reader.eventsOfTypes(sessionId, DECIDING);
    for (const { message_id } of earlier) {
      const follower = new MessageFollower(message_id);
      this.#follow(sessionId, message_id, follower);
      // An earlier end, such as a failed start, no longer counts.
      const delivered = events.findLastIndex(
        (event) => event.type === 'message_delivered' && event.message_id === message_id,
      );
      const ends = events.map((event) => follower.event(event));
      const end = ends.find((one, index) => one && index > delivered);
      if (end) this.#finish(sessionId, message_id, end);
    }
  }

  close(): void {
    this.#stopListening();
    for (const { timer } of this.#sessions.values()) clearTimeout(timer);
    this.#sessions.clear();
  }

  #take(event: ReinsEvent): void {
    const { session_id: sessionId, type } = event;
    // A message that got no turn before is followed again once it is delivered.
    if (type === 'message_queued' || type === 'message_delivered') {
      const isNew = !this.#sessions.get(sessionId)?.followers.has(event.message_id);
      const state = isNew ? this.#options.reader.session(sessionId) : undefined;
      if (state) this.#follow(sessionId, event.message_id, new MessageFollower(event.message_id, state));
    }
    const followed = this.#sessions.get(sessionId);
    if (!followed) return;
    // These are ends themselves.
    if (type === 'message_removed' || type === 'message_failed') this.#release(sessionId, event.message_id);
    for (const [messageId, follower] of followed.followers) {
      const end = follower.event(event);
      if (end) this.#finish(sessionId, messageId, end);
    }
    followed.rests = 0;
    this.#restLater(sessionId);
  }

  #follow(sessionId: string, messageId: string, follower: MessageFollower): void {
    const followed = this.#sessions.get(sessionId) ?? { followers: new Map(), rests: 0 };
    followed.followers.set(messageId, follower);
    this.#sessions.set(sessionId, followed);
    this.#restLater(sessionId);
  }

  #release(sessionId: string, messageId: string): void {
    const followed = this.#sessions.get(sessionId);
    followed?.followers.delete(messageId);
    if (!followed || followed.followers.size > 0) return;
    clearTimeout(followed.timer);
    this.#sessions.delete(sessionId);
  }

  #restLater(sessionId: string): void {
    const followed = this.#sessions.get(sessionId);
    if (!followed) return;
    clearTimeout(followed.timer);
    const rest = () =>
      this.#rest(sessionId).catch((error) =>
        this.#options.output.warn(`Failed to report the end of a turn of session ${sessionId}`, error),
      );
    followed.timer = setTimeout(rest, this.#options.restMs ?? REST_MS).unref();
  }

  /** The session has been quiet for a while: no event will reveal what is still unknown. */
  async #rest(sessionId: string): Promise<void> {
    const { reader, readTranscript } = this.#options;
    const before = reader.session(sessionId);
    const status = before && statusOf(before);
    // The end of the work is an event, and restarts the wait.
    if (status !== 'idle' && status !== 'ended') return;
    await readTranscript(sessionId);
    const state = reader.session(sessionId);
    const followed = this.#sessions.get(sessionId);
    if (!state || !followed || state.seq !== before?.seq) return;
    followed.rests += 1;
    for (const [messageId, follower] of followed.followers) {
      const end = follower.rest(state, followed.rests >= LONG_RESTS);
      if (end) this.#finish(sessionId, messageId, end);
    }
    if (followed.rests < LONG_RESTS) this.#restLater(sessionId);
  }

  #finish(sessionId: string, messageId: string, end: MessageEnd): void {
    const spent = this.#sessions.get(sessionId)?.followers.get(messageId)?.spent;
    this.#release(sessionId, messageId);
    const state = this.#options.reader.session(sessionId);
    const { report, error, promptId, continuedAs } = end;
    const cost = report?.total_cost_usd ?? state?.cost?.value;
    this.#options.facts.noteEventually(sessionId, {
      type: 'message_finished',
      key: `finished:${messageId}:${state?.messages[messageId]?.delivered_at ?? ''}`,
      message_id: messageId,
      outcome: end.outcome,
      text: report?.result ?? end.text ?? this.#lastText(sessionId, promptId),
      ...(report?.structured_output !== undefined && { structured_output: report.structured_output }),
      ...spent,
      ...(cost !== undefined && { cost_usd: roundMoney(cost) }),
      ...(error && { error }),
      ...(continuedAs !== undefined && { continued_as: continuedAs }),
    });
  }

  #lastText(sessionId: string, promptId: string | undefined): string {
    const turn = promptId === undefined ? undefined : turnInLog(this.#options.reader, sessionId, promptId);
    return turn?.items.findLast((item) => item.kind === 'text')?.text ?? '';
  }
}
