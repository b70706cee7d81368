/** Wires the log, its sources and its consumers into one running service. Has no knowledge of HTTP. */

import type { HookPayload } from '../claude/hook-payload.ts';
import type { RegistryEntry } from '../claude/registry-file.ts';
import { lookAt, safeTranscriptPath } from '../claude/transcript-files.ts';
import { dialogState, turnEnd } from '../core/dialog-state.ts';
import { statusOf } from '../core/present-session.ts';
import type { RetryLater } from '../core/retry-later.ts';
import type { FlagInteraction } from '../interactions/flag-opening.ts';
import { Interactions } from '../interactions/interactions.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { DEFAULT_SETTINGS } from '../protocol/settings.ts';
import type { EventLog } from '../store/event-log.ts';
import type { Feed } from '../store/feed.ts';
import type { LogReader } from '../store/log-reader.ts';
import { Presence } from './access/presence.ts';
import type { NamedTranscript } from './home/log-retention.ts';
import { HookConversations } from './intake/hook-conversations.ts';
import { HookIntake, type HookOrigin } from './intake/hook-intake.ts';
import { LiveText } from './intake/live-text.ts';
import { watchQueueLosses } from './intake/queue-losses.ts';
import { RegistryWatcher } from './intake/registry-watcher.ts';
import { StreamIntake } from './intake/stream-intake.ts';
import { TurnEnds } from './intake/turn-ends.ts';
import type { Rules } from './policy/rules.ts';
import { discoverTranscripts, listArrived } from './transcripts/discovery.ts';
import { TranscriptArrivals } from './transcripts/transcript-arrivals.ts';
import { TranscriptFollower } from './transcripts/transcript-follower.ts';

export interface HubOptions {
  /** Claude Code's config folder. */
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly feed: Feed;
  readonly output: HubLog;
  /** Time of the last write before the log was opened. Undefined for a new log. */
  readonly lastWrittenAt?: number | undefined;
  /** Claude Code's public list of live sessions, used if its own list cannot be read. */
  readonly listAgents?: () => Promise<RegistryEntry[]>;
  /** Rules that answer on a person's behalf. Without them, people answer everything. */
  readonly rules?: Pick<Rules, 'flag' | 'willAnswer'>;
  /** How long a blocking request may wait while a person is watching. Defaults to the setting. */
  readonly holdSeconds?: () => number;
  readonly now?: Clock;
}

/** How often to search for the missing transcript of a live session: while it works, and while it is idle. */
const LOOK_WHILE_WORKING_MS = 200;
const LOOK_WHILE_IDLE_MS = 3000;
/** Minimum interval between two reads of the live-session list that hooks trigger. */
const LOOK_FOR_PROCESS_MS = 500;

export class Hub {
  /** Text while it is being written. */
  readonly live: LiveText;
  /** Records the output of stream runs. */
  readonly streams: StreamIntake;
  /** Pending requests of Claude. */
  readonly interactions: Interactions;
  /** Devices that a person is looking at. */
  readonly presence = new Presence();
  /** Resolves when every transcript on disk is listed. */
  readonly listed: Promise<void>;
  readonly #options: HubOptions & { readonly now: Clock };
  readonly #follower: TranscriptFollower;
  readonly #registry: RegistryWatcher;
  readonly #hooks: HookIntake;
  readonly #conversations: HookConversations;
  readonly #arrivals: TranscriptArrivals;
  readonly #stopWatchingQueues: () => void;
  readonly #closing = new AbortController();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Live sessions without a transcript yet, and when to search for it again. */
  readonly #missing = new Map<string, NodeJS.Timeout>();

  constructor(given: HubOptions) {
    const options = { now: systemClock, ...given };
    this.#options = options;
    const { log, reader, rules } = options;
    const flag: FlagInteraction = (pending) => rules?.flag(pending) ?? [];
    this.#follower = new TranscriptFollower(options);
    this.live = new LiveText(log, reader);
    const readTranscript = (sessionId: string) => this.openSession(sessionId);
    this.streams = new StreamIntake({ ...options, live: this.live, readTranscript, flagInteraction: flag });
    const { holdSeconds = () => DEFAULT_SETTINGS.hold_seconds } = options;
    this.interactions = new Interactions({
      ...options,
      readTranscript,
      flag,
      isWaiting: (interaction) => this.#isWaiting(interaction),
      isDecided: (interactionId) => rules?.willAnswer(interactionId) ?? false,
      patience: () => (this.presence.isAnyoneThere() ? holdSeconds() : 0),
    });
    this.presence.onDeserted(() => this.interactions.letGo());
    this.#followLiveSessions();
    this.#stopWatchingQueues = watchQueueLosses({ ...options, readTranscript });
    this.#registry = new RegistryWatcher(options);
    this.#conversations = new HookConversations(options);
    const ends = new TurnEnds({ ...options, readTranscript });
    this.#hooks = new HookIntake({
      ...options,
      conversations: this.#conversations,
      ends,
      holdRequest: (id, pending) => this.interactions.hold(id, pending),
      onHook: (payload) => {
        this.interactions.onHook(payload);
        this.#onHook(payload);
      },
      flagInteraction: flag,
      readTranscript,
    });
    for (const sessionId of this.#registry.liveSessions()) void this.#follow(sessionId);
    this.#arrivals = this.#watchForArrivals();
    this.listed = this.#discover(options.lastWrittenAt);
  }

  /** Resolves once the hook is durable, with the reply for Claude Code. */
  receiveHook(raw: string, origin?: HookOrigin): Promise<object | RetryLater> {
    return this.#hooks.receive(raw, origin);
  }

  /** Brings the log up to date with the session's transcript. */
  async openSession(sessionId: string): Promise<void> {
    const known = this.#options.reader.session(sessionId);
    await this.#follower.readNow(sessionId, known?.observed.transcript_path?.value);
  }

  /** Like the call above, but waits only for the newest part of a long transcript. */
  async showSession(sessionId: string): Promise<void> {
    const known = this.#options.reader.session(sessionId);
    await this.#follower.readTail(sessionId, known?.observed.transcript_path?.value);
  }

  /** Whether the session's transcript is being read into the log, or was when last opened. */
  isOpened(sessionId: string): boolean {
    return this.#follower.isOpened(sessionId);
  }

  /** While older parts are still being read: the start of the part that the log holds without gaps. */
  completeFrom(sessionId: string): number | undefined {
    return this.#follower.completeFrom(sessionId);
  }

  /** Checks for processes that have started or ended since the last report. */
  checkProcesses(): void {
    this.#registry.look();
  }

  /**
   * Forgets the read position of the session's transcript before the log forgets the session. False if it is
   * in use.
   */
  forgetSession(sessionId: string): boolean {
    return this.#follower.forget(sessionId);
  }

  /** Lists sessions that have a transcript but are not in the log. */
  listTranscripts(transcripts: readonly NamedTranscript[]): Promise<void> {
    const { configFolder } = this.#options;
    const found = transcripts.flatMap(({ sessionId, path }) => {
      const safe = safeTranscriptPath(configFolder, sessionId, path);
      return (safe && lookAt(safe, sessionId)) || [];
    });
    return listArrived(found, { ...this.#options, signal: this.#closing.signal });
  }

  close(): void {
    this.#closing.abort();
    for (const look of this.#missing.values()) clearTimeout(look);
    this.live.close();
    this.#hooks.close();
    this.interactions.close();
    this.#conversations.close();
    this.#registry.close();
    this.#arrivals.close();
    this.#stopWatchingQueues();
    this.#follower.close();
  }

  /** Asks Claude Code again whether this is still pending: the terminal may have answered a moment ago. */
  #isWaiting({ session_id, agent_id, opened_at, held_until }: Interaction): boolean {
    // Requests of subagents do not show in the status of the whole session.
    if (agent_id !== undefined) return true;
    this.#registry.look();
    const state = this.#options.reader.session(session_id);
    if (state === undefined) return true;
    // It is not on the screen yet, but it may have been interrupted anyway.
    if (held_until !== undefined) return turnEnd(state) < Date.parse(opened_at);
    return dialogState(state, Date.parse(opened_at)) !== 'gone';
  }

  #followLiveSessions(): void {
    this.#options.log.onCommit((events) => {
      for (const { event } of events) {
        const { type, session_id } = event;
        if (type === 'run_started' || type === 'activity_changed') void this.#follow(session_id);
        else if (type === 'run_ended' || type === 'session_ended') this.#releaseEnded(session_id);
      }
    });
  }

  /** Another process may still serve the session. */
  #releaseEnded(sessionId: string): void {
    const state = this.#options.reader.session(sessionId);
    if (state && statusOf(state) === 'ended') this.#follower.release(sessionId);
  }

  #onHook({ session_id, transcript_path, hook_event_name }: HookPayload): void {
    if (hook_event_name === 'SessionEnd') return;
    // A hook from a session that no other source has reported: its process must exist.
    if (!this.#registry.liveSessions().includes(session_id)) this.#checkProcess();
    void this.#follow(session_id, transcript_path);
  }

  /** Hooks of sessions on other machines arrive often, and without a process. */
  #checkProcess(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_FOR_PROCESS_MS) return;
    this.#lookedAt = now;
    this.#registry.look();
  }

  async #follow(sessionId: string, hintedPath?: string): Promise<void> {
    try {
      await this.#follower.follow(sessionId, hintedPath);
    } catch (error) {
      this.#options.output.warn(`Failed to follow the transcript of ${sessionId}; trying again`, error);
    }
    if (!this.#follower.isFollowed(sessionId)) this.#followLater(sessionId);
  }

  /** Claude Code creates the transcript some moments after the first prompt. */
  #followLater(sessionId: string): void {
    clearTimeout(this.#missing.get(sessionId));
    this.#missing.delete(sessionId);
    if (this.#closing.signal.aborted || !this.#registry.liveSessions().includes(sessionId)) return;
    const isIdle = this.#options.reader.session(sessionId)?.activity?.value.now === 'idle';
    const look = setTimeout(
      () => void this.#follow(sessionId),
      isIdle ? LOOK_WHILE_IDLE_MS : LOOK_WHILE_WORKING_MS,
    );
    this.#missing.set(sessionId, look.unref());
  }

  #watchForArrivals(): TranscriptArrivals {
    const { configFolder, reader, output, now } = this.#options;
    const { signal } = this.#closing;
    const onTrouble = (error: unknown) => {
      if (!signal.aborted) output.warn('Failed to list new transcripts', error);
    };
    return new TranscriptArrivals({
      configFolder,
      now,
      isKnown: (sessionId) => {
        const state = reader.session(sessionId);
        return state !== undefined && !state.transcript_gone?.value;
      },
      onArrival: (arrived) => listArrived(arrived, { ...this.#options, signal }),
      onTrouble,
    });
  }

  async #discover(lastWrittenAt: number | undefined): Promise<void> {
    const { configFolder, log, reader, output, now } = this.#options;
    try {
      await discoverTranscripts({
        configFolder,
        log,
        reader,
        lastWrittenAt,
        readNow: (sessionId, path) => this.#follower.readNow(sessionId, path),
        output,
        now,
        signal: this.#closing.signal,
      });
    } catch (error) {
      // If the hub closes meanwhile, so does its log; the next hub lists the rest.
      if (!this.#closing.signal.aborted) output.warn('Failed to list all transcripts on disk', error);
    }
  }
}
