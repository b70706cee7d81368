/**
 * Keeps the thread of every session up to date: after each event the app compares the thread with the view of
 * the session. A session gets a thread when something happens in it and the settings name a place for it. Sessions are named
 * by their addresses.
 */
import { isSameText } from '../../core/same-text.ts';
import { type Addressed, sessionAddress } from '../../core/session-address.ts';
import { GRACE_MS } from '../../core/waits-in-terminal.ts';
import { recordOf, textOf } from '../../lib/json-values.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { SessionAnswer } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Settings } from '../../protocol/settings.ts';
import { backOff, pause } from '../../sdk/backoff.ts';
import { isRefusal } from '../../sdk/retry-until-reached.ts';
import { isLogEvent } from '../../sdk/stream-message.ts';
import { type SlackApi, SlackRefusal } from '../api/slack-api.ts';
import type { SlackHub } from '../hub.ts';
import { type Journal, ROOT } from '../journal.ts';
import { placeOf } from './place-of.ts';
import { OWN, Poster } from './poster.ts';
import { requestMessages } from './request-messages.ts';
import { rootMessage } from './root-message.ts';
import { threadMessages } from './thread-messages.ts';

/** Many events arrive together. */
const GATHER_MS = 300;
/** After an interruption, a thread catches up on at most this many turns. */
const TURNS = 20;

/** Events that give a session its thread; others only update one. */
const OPENS_THREAD: ReadonlySet<ReinsEvent['type']> = new Set([
  'session_created',
  'prompt_submitted',
  'message_queued',
  'interaction_opened',
]);

export interface SessionThreadsOptions {
  readonly hub: SlackHub;
  readonly api: SlackApi;
  readonly journal: Journal;
  readonly settings: () => Promise<Settings>;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
  /** The shortest time between two updates of a thread: Slack accepts about 50 changes per minute. */
  readonly paceMs: number;
  /** Pending requests may have changed. */
  readonly onRequests: () => void;
}

export class SessionThreads {
  readonly #options: SessionThreadsOptions;
  readonly #poster: Poster;
  readonly #jobs = new Map<string, OneAtATime>();
  readonly #wanted = new Set<string>();
  /** Ids of sessions that several hosts know. */
  readonly #shared = new Set<string>();
  /** The channel that a person has chosen for the thread. */
  readonly #chosen = new Map<string, string>();

  constructor(options: SessionThreadsOptions) {
    this.#options = options;
    this.#poster = new Poster(options);
  }

  /** Resolves when the signal fires. Throws if the hub refuses. */
  async follow(): Promise<void> {
    const { hub, signal, onRequests } = this.#options;
    const { last_event_id: lastEventId } = await hub.client.list({ limit: 1 });
    await this.#refreshAll();
    for await (const message of hub.client.subscribe({ lastEventId, live: false, signal })) {
      if (message.type === 'snapshot') await this.#refreshAll();
      if (!isLogEvent(message)) continue;
      const { event } = message;
      const address = this.#addressOf(event);
      // A dialog that only the terminal can answer may come before everything else.
      const isWaiting = event.type === 'activity_changed' && event.activity === 'waiting';
      if (isWaiting || OPENS_THREAD.has(event.type)) this.#wanted.add(address);
      if ('interaction_id' in event || event.type === 'activity_changed') onRequests();
      this.refresh(address);
    }
  }

  /** Starts the thread of a session in this channel. */
  open(sessionId: string, channel?: string): void {
    this.#wanted.add(sessionId);
    if (channel !== undefined) this.#chosen.set(sessionId, channel);
    this.refresh(sessionId);
  }

  refresh(sessionId: string): void {
    const { journal } = this.#options;
    if (!this.#wanted.has(sessionId) && !journal.thread(sessionId)) return;
    const job = this.#jobs.get(sessionId) ?? new OneAtATime(() => this.#bringUpToDate(sessionId));
    this.#jobs.set(sessionId, job);
    void job.run();
  }

  /** Everything that may have changed while the app was not connected. */
  async #refreshAll(): Promise<void> {
    const { hub, journal } = this.#options;
    const { items } = await hub.client.list({ limit: 200 });
    const seen = new Set<string>();
    for (const { session_id } of items) {
      if (seen.has(session_id)) this.#shared.add(session_id);
      seen.add(session_id);
    }
    for (const session of items) {
      const address = this.#addressOf(session);
      if (session.status === 'working' || session.status === 'waiting') this.#wanted.add(address);
      this.refresh(address);
    }
    const listed = new Set(items.map((session) => this.#addressOf(session)));
    for (const sessionId of journal.sessions()) {
      const isOpen = journal.keys(sessionId).some((key) => journal.message(sessionId, key)?.ts === undefined);
      if (isOpen && !listed.has(sessionId)) this.refresh(sessionId);
    }
  }

  async #bringUpToDate(sessionId: string): Promise<void> {
    const { warn, signal } = this.#options;
    await pause(GATHER_MS, signal);
    for (let failures = 0; !signal.aborted; ) {
      try {
        await this.#sync(sessionId);
        return await pause(this.#options.paceMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ReinsError && error.code === 'ambiguous_session')
          return this.#split(sessionId, error.details?.['hosts'] as string[]);
        if (failures === 0) warn(`Thread of ${sessionId.slice(0, 8)}: ${(error as Error).message}`);
        // A refusal lasts until a person changes something; the next event tries again.
        if (error instanceof SlackRefusal || isRefusal(error)) return;
        await backOff(++failures, signal);
      }
    }
  }

  /** Another host knows the session now, too: the thread stays with its host, the other one gets its own. */
  #split(sessionId: string, hosts: readonly string[]): void {
    const { journal } = this.#options;
    this.#shared.add(sessionId);
    for (const host of hosts) {
      const address = sessionAddress({ session_id: sessionId, host });
      if (journal.thread(sessionId)?.host === host) journal.copyThread(sessionId, address);
      this.open(address);
    }
  }

  #addressOf(about: Addressed): string {
    return this.#shared.has(about.session_id) ? sessionAddress(about) : about.session_id;
  }

  async #sync(sessionId: string): Promise<void> {
    const { hub, journal, settings } = this.#options;
    const { public_url, slack } = await settings();
    if (!slack) return;
    const view = await hub.client.get(sessionId, { limit: TURNS });
    const { items: requests } = await hub.client.interactions({ session: sessionId });
    if (!journal.thread(sessionId)) {
      const to = this.#chosen.get(sessionId) ?? placeOf(view, slack.threads);
      if (to === undefined || !isWorthShowing(view, requests)) return;
      const channel = await this.#channelOf(to);
      journal.openThread(sessionId, { channel, since: sinceOf(view, requests), host: view.host });
    }
    const since = journal.thread(sessionId)?.since ?? '';
    const messages = threadMessages(view, since);
    await this.#poster.sync(sessionId, [rootMessage(view, public_url, Date.now())]);
    if (view.status === 'waiting' && view.open_interactions === 0) this.#lookAgain(sessionId, view);
    for (const { key, prompt } of messages) if (prompt) this.#adoptPrompt(sessionId, key, prompt);
    const isKnown = (key: string) => journal.message(sessionId, key) !== undefined;
    const isDirect = journal.thread(sessionId)?.channel.startsWith('D') === true;
    await this.#poster.sync(sessionId, [...messages, ...requestMessages(requests, isKnown, !isDirect)]);
    if (view.continued_as !== undefined) this.#continueAs(sessionId, view.continued_as);
  }

  /** Only after a while is it clear that a session waits in its terminal: no event reports that. */
  #lookAgain(sessionId: string, { last_activity_at }: Pick<SessionAnswer, 'last_activity_at'>): void {
    const { signal, onRequests } = this.#options;
    const left = Math.min(GRACE_MS, GRACE_MS - (Date.now() - Date.parse(last_activity_at)));
    if (left < 0) return;
    void pause(left + 1, signal).then(() => {
      if (signal.aborted) return;
      this.refresh(sessionId);
      onRequests();
    });
  }

  /** A person wrote it in the thread: it is not posted again. */
  #adoptPrompt(
    sessionId: string,
    key: string,
    { id, text }: { readonly id: string; readonly text: string },
  ): void {
    const { journal } = this.#options;
    if (journal.message(sessionId, key)) return;
    const own = journal.prompts(sessionId).find((one) => one.id === id || isSameText(one.text, text));
    if (own) journal.note(sessionId, key, { ts: own.ts, print: OWN });
  }

  /** The conversation continues under another id, in the same thread. */
  #continueAs(sessionId: string, next: string): void {
    const { journal } = this.#options;
    const thread = journal.thread(sessionId);
    const root = journal.message(sessionId, ROOT);
    if (!thread || !root || journal.thread(next)) return;
    journal.openThread(next, thread);
    journal.note(next, ROOT, root);
    this.open(next);
  }

  async #channelOf(to: string): Promise<string> {
    if (!/^[UW]/.test(to)) return to;
    const { channel } = await this.#options.api.call('conversations.open', { users: to });
    return textOf(recordOf(channel)['id']);
  }
}

/** A session without a prompt and without a request has nothing to show yet. */
function isWorthShowing(
  { turns, messages, status }: SessionAnswer,
  requests: readonly Interaction[],
): boolean {
  return turns.length > 0 || messages.length > 0 || requests.length > 0 || status === 'waiting';
}

/** The thread starts with the newest turn. */
function sinceOf({ turns, started_at }: SessionAnswer, requests: readonly Interaction[]): string {
  const last = turns.at(-1);
  const first = last?.prompt ?? last?.items[0];
  const asked = requests.filter(({ state }) => state === 'open').map(({ opened_at }) => opened_at);
  return [first?.at ?? started_at, ...asked].sort()[0] ?? started_at;
}
