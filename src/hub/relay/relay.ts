/**
 * Relay: messages to sessions that a person started in a terminal that the hub cannot type into. Claude Code fetches them
 * through our hooks (claude/relay-hooks.ts) and passes them to the model as relayed messages. Off unless enabled for a
 * session. Owns which sessions may get messages and how one is delivered; the dispatcher decides which message is next.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatRelayed } from '../../claude/relay-text.ts';
import { isLive } from '../../core/present-session.ts';
import type { Handover, Prompt, Run } from '../../drivers/driver.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { EventType, ReinsEvent } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { parseHook } from '../intake/hook-intake.ts';
import { Carriers } from './carriers.ts';
import { textToRelay } from './relay-limits.ts';
import { RelayRun, type RelayWay } from './relay-run.ts';

/** How long a carrier may take to come after a ring: Claude Code waits half a second after a file change. */
const COMING_MS = 5000;
/** How soon the bell rings again for a session whose carrier did not come. */
const RING_AGAIN_MS = 30_000;

export interface RelayOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly bell: string;
  readonly output: HubLog;
  readonly now: Clock;
}

export class Relay implements RelayWay {
  readonly #options: RelayOptions;
  readonly #files: RelayFiles;
  readonly #carriers = new Carriers();
  readonly #runs = new Set<RelayRun>();
  readonly #rungAt = new Map<string, number>();
  readonly #stopListening: () => void;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#files = new RelayFiles(options.bell, options.now);
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) this.#onEvent(event);
    });
    if (this.#mark().size > 0) this.#ring();
  }
  /** Adds relay to a run that takes no prompts, in case it is enabled; returns any other run unchanged. */
  extend(run: Run): Run {
    if (run.capabilities.includes('prompt')) return run;
    const extended = new RelayRun(run, this);
    this.#runs.add(extended);
    return extended;
  }

  /** A carrier has come, with the hook that started it. Resolves with the text to carry, if any. */
  async collect(raw: string, gone: AbortSignal): Promise<string | undefined> {
    const { session_id: sessionId, hook_event_name } = parseHook(raw);
    if (!this.isOn(sessionId)) return undefined;
    this.#rungAt.delete(sessionId);
    return this.#carriers.receive({ sessionId, byBell: hook_event_name === 'FileChanged', gone });
  }

  isOn(sessionId: string): boolean {
    return this.#options.reader.session(sessionId)?.relay === true;
  }

  async blockedBy(sessionId: string): Promise<string | undefined> {
    if (!this.isOn(sessionId)) return 'relay_off';
    if (!this.#carriers.isWaiting(sessionId)) {
      await this.#carriers.expect(sessionId, this.#ringFor(sessionId) + COMING_MS - performance.now());
    }
    return this.#carriers.isWaiting(sessionId) ? undefined : 'relay_not_waiting';
  }

  async deliver(sessionId: string, { messageId, content }: Prompt): Promise<Handover> {
    const text = textToRelay(content);
    const by = this.#options.reader.session(sessionId)?.messages[messageId]?.by ?? 'someone';
    if (this.#carriers.hand(sessionId, formatRelayed({ messageId, by, text }))) return 'handed_over';
    throw new ReinsError('blocked', 'The session does not fetch messages right now.', {
      blocked_by: 'relay_not_waiting',
    });
  }

  close(): void {
    this.#stopListening();
    this.#carriers.close();
  }

  #onEvent(event: ReinsEvent): void {
    const { type, session_id } = event;
    if (type === 'run_started') this.#follow(event);
    if (type === 'run_ended' && event.reason !== 'moved') this.#release(event);
    if (type === 'relay_switched' || (LIFE.has(type) && this.isOn(session_id))) this.#update(session_id);
  }

  #update(sessionId: string): void {
    this.#rungAt.delete(sessionId);
    if (this.#mark().has(sessionId)) this.#ringFor(sessionId);
    else this.#carriers.forget(sessionId);
  }

  /** `/clear` has moved the process to another session. */
  #follow({ session_id, pid, start_mark }: ReinsEvent<'run_started'>): void {
    for (const run of this.#runs) {
      if (run.pid === pid && run.startMark === start_mark) run.sessionId = session_id;
    }
  }

  #release({ pid, start_mark }: ReinsEvent<'run_ended'>): void {
    for (const run of this.#runs) if (run.pid === pid && run.startMark === start_mark) this.#runs.delete(run);
  }

  /** Makes the files match the log. Returns the sessions that may get messages. */
  #mark(): ReadonlySet<string> {
    const { reader, output } = this.#options;
    const open = reader.liveSessions().filter((state) => state.relay && isLive(state));
    const sessionIds = new Set(open.map(({ session_id }) => session_id));
    try {
      this.#files.mark(sessionIds);
    } catch (error) {
      output.warn('Failed to write the files that sessions use to fetch relayed messages', error);
    }
    return sessionIds;
  }

  /** Does not ring again if it rang a moment ago and no carrier has come. Returns the time of the last ring. */
  #ringFor(sessionId: string): number {
    const now = performance.now();
    const rungAt = this.#rungAt.get(sessionId);
    if (rungAt !== undefined && now - rungAt < RING_AGAIN_MS) return rungAt;
    this.#rungAt.set(sessionId, now);
    this.#ring();
    return now;
  }

  #ring(): void {
    try {
      this.#files.ring();
    } catch (error) {
      this.#options.output.warn('Failed to ring the bell for relayed messages', error);
    }
  }
}

/** Events after which a session may have started or ended. */
const LIFE: ReadonlySet<EventType> = new Set<EventType>(['run_started', 'run_ended', 'session_ended']);

/**
 * The files that show sessions whether they may get messages: a mark for each session, named after it, and the bell beside
 * them, which exists while there are marks and rings by being changed.
 */
class RelayFiles {
  readonly #bell: string;
  readonly #now: Clock;

  constructor(bell: string, now: Clock) {
    this.#bell = bell;
    this.#now = now;
  }

  /** Makes the files match the sessions that may get messages. */
  mark(sessionIds: ReadonlySet<string>): void {
    const folder = dirname(this.#bell);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const marks = new Set(readdirSync(folder).filter((name) => name !== basename(this.#bell)));
    for (const name of marks) if (!sessionIds.has(name)) rmSync(join(folder, name), { force: true });
    for (const id of sessionIds) if (!marks.has(id)) writeFileSync(join(folder, id), '', { mode: 0o600 });
    if (sessionIds.size === 0) rmSync(this.#bell, { force: true });
    else if (!existsSync(this.#bell)) this.ring();
  }

  ring(): void {
    writeFileSync(this.#bell, `${this.#now()}\n`, { mode: 0o600 });
  }
}
