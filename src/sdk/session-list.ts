/**
 * All sessions as the hub lists them, without archived ones. Sessions with new events are loaded again soon after, so that the list
 * never drifts; the others are not.
 */

import { type Addressed, isOfAddress, sessionAddress, splitAddress } from '../core/session-address.ts';
import type { SessionList as SessionAnswers } from '../protocol/api.ts';
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from './client.ts';
import { isRefusal } from './retry-until-reached.ts';
import { Store } from './store.ts';

/** Events that change the list or the inbox; conversations are followed one by one. */
export const LIST_NEWS: readonly EventType[] = [
  'session_found',
  'session_started',
  'session_ended',
  'session_moved',
  'session_described',
  'session_created',
  'session_marked',
  'start_failed',
  'control_changed',
  'run_started',
  'run_ended',
  'activity_changed',
  'prompt_submitted',
  'tool_started',
  'turn_finished',
  'cost_counted',
  'message_queued',
  'message_removed',
  'message_accepted',
  'message_failed',
  'interaction_opened',
  'interaction_updated',
  'interaction_closed',
  'interaction_settled',
  'interaction_reopened',
];

export const FIRST_PAGE = { limit: 50, counts: true, archived: false };
const PINNED = { limit: 100, pinned: true, archived: false };
/** Several hosts may know one id. */
const MOST_LISTED = 500;
/** Busy sessions would otherwise reload the list constantly. */
const REFRESH_MS = 1000;

export class SessionList extends Store {
  readonly #client: Pick<Client, 'list'>;
  readonly #byKey = new Map<string, Session>();
  /** The keys of the sessions with the same id, on several hosts. */
  readonly #keysOf = new Map<string, readonly string[]>();
  #order: string[] = [];
  #cursor: string | undefined;
  #counts: SessionAnswers['counts'];
  #labels: Readonly<Record<string, number>> = {};
  #isLoaded = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Those with new events. */
  readonly #touched = new Set<string>();

  constructor(client: Pick<Client, 'list'>) {
    super();
    this.#client = client;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get hasMore(): boolean {
    return this.#cursor !== undefined;
  }

  /** The number of all sessions by status, loaded or not. Undefined with a hub that does not report it. */
  get counts(): SessionAnswers['counts'] {
    return this.#counts;
  }

  /** All labels in use, and how many sessions have each. */
  get labels(): Readonly<Record<string, number>> {
    return this.#labels;
  }

  /** Newest activity first. */
  get sessions(): Session[] {
    return this.#order.flatMap((key) => this.#byKey.get(key) ?? []).filter(({ archived }) => !archived);
  }

  get(address: string): Session | undefined {
    const known = (this.#keysOf.get(splitAddress(address).id) ?? []).flatMap(
      (key) => this.#byKey.get(key) ?? [],
    );
    return known.find((session) => isOfAddress(address, session));
  }

  /** How to name the session of this: by its id, or with the host if several hosts know the id. */
  addressOf(about: Addressed): string {
    const isShared = (this.#keysOf.get(about.session_id)?.length ?? 0) > 1;
    return isShared ? sessionAddress(about) : about.session_id;
  }

  /**
   * Loads the newest page and keeps what was loaded beyond it. Returns the position to follow events from.
   */
  async load(asked = this.#client.list(FIRST_PAGE)): Promise<string> {
    const { items, next_cursor, last_event_id, counts, labels = {} } = await asked;
    this.#counts = counts;
    this.#labels = labels;
    const listed = new Set(items.map((session) => this.#keep(session)));
    this.#order = [...listed, ...this.#order.filter((key) => !listed.has(key))];
    if (!this.#isLoaded) {
      this.#cursor = next_cursor;
      this.meet(items);
    }
    this.#isLoaded = true;
    this.changed();
    // A pinned session may be older than this page.
    if (next_cursor !== undefined) void this.#loadPinned();
    return last_event_id;
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === undefined) return;
    const { items, next_cursor } = await this.#client.list({ ...FIRST_PAGE, cursor: this.#cursor });
    for (const session of items) {
      if (!this.#byKey.has(keyOf(session))) this.#order.push(keyOf(session));
      this.#keep(session);
    }
    this.meet(items);
    this.#cursor = next_cursor;
    this.changed();
  }

  /** A session that another call has just returned. */
  put(session: Session): void {
    if (!this.#byKey.has(keyOf(session))) this.#order.unshift(keyOf(session));
    this.#keep(session);
    this.changed();
  }

  take({ session_id }: ReinsEvent): void {
    this.#touched.add(session_id);
    this.refreshSoon();
  }

  refreshSoon(): void {
    if (this.#touched.size === 0 || this.#isClosed || !this.isLookedAt) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, REFRESH_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** While nobody is looking, nothing is loaded; `refreshSoon` makes up for it. */
  protected get isLookedAt(): boolean {
    return true;
  }

  /** Sessions that existed before we connected. */
  protected meet(_: readonly Session[]): void {}

  /** Without a response, only pinned sessions of the newest page are shown above the others. */
  async #loadPinned(): Promise<void> {
    const { items } = await this.#client.list(PINNED).catch(() => ({ items: [] }));
    this.#merge(items);
    this.meet(items);
  }

  async #refresh(): Promise<void> {
    const ids = [...this.#touched].slice(0, FIRST_PAGE.limit);
    for (const id of ids) this.#touched.delete(id);
    this.refreshSoon();
    const query = { ids, limit: MOST_LISTED, counts: true, archived: false };
    const { items, counts, labels } = await this.#client.list(query).catch((error: unknown) => {
      // An event arrives once, and the connection may be lost right after: the session is loaded again.
      if (!isRefusal(error)) for (const id of ids) this.#touched.add(id);
      this.refreshSoon();
      return { items: [], counts: this.#counts, labels: undefined };
    });
    this.#counts = counts;
    this.#labels = labels ?? this.#labels;
    this.#merge(items);
  }

  #merge(items: readonly Session[]): void {
    for (const session of items) {
      const key = this.#keep(session);
      if (!this.#order.includes(key)) this.#order.push(key);
    }
    const activity = (key: string) => Date.parse(this.#byKey.get(key)?.last_activity_at ?? '') || 0;
    this.#order.sort((a, b) => activity(b) - activity(a));
    this.changed();
  }

  #keep(session: Session): string {
    const key = keyOf(session);
    const { session_id } = session;
    const known = this.#keysOf.get(session_id) ?? [];
    if (!known.includes(key)) this.#keysOf.set(session_id, [...known, key]);
    this.#byKey.set(key, session);
    return key;
  }
}

/** This host gets another name when it joins a fleet; its sessions stay the same. */
function keyOf(session: Session): string {
  return session.host_state ? sessionAddress(session) : session.session_id;
}
