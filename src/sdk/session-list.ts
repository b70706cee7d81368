/**
 * All sessions as the hub lists them. Sessions with new events are loaded again soon after, so that the list
 * never drifts; the others are not.
 */
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

export const FIRST_PAGE = { limit: 50, counts: true };
/** Busy sessions would otherwise reload the list constantly. */
const REFRESH_MS = 1000;

export class SessionList extends Store {
  readonly #client: Pick<Client, 'list'>;
  #byId = new Map<string, Session>();
  #order: string[] = [];
  #cursor: string | undefined;
  #counts: SessionAnswers['counts'];
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

  /** Newest activity first. */
  get sessions(): Session[] {
    return this.#order.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get(sessionId: string): Session | undefined {
    return this.#byId.get(sessionId);
  }

  /**
   * Loads the newest page and keeps what was loaded beyond it. Returns the position to follow events from.
   */
  async load(asked = this.#client.list(FIRST_PAGE)): Promise<string> {
    const { items, next_cursor, last_event_id, counts } = await asked;
    this.#counts = counts;
    for (const session of items) this.#byId.set(session.session_id, session);
    const listed = new Set(items.map(({ session_id }) => session_id));
    this.#order = [...listed, ...this.#order.filter((id) => !listed.has(id))];
    if (!this.#isLoaded) {
      this.#cursor = next_cursor;
      this.meet(items);
    }
    this.#isLoaded = true;
    this.changed();
    return last_event_id;
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === undefined) return;
    const { items, next_cursor } = await this.#client.list({ ...FIRST_PAGE, cursor: this.#cursor });
    for (const session of items) {
      if (!this.#byId.has(session.session_id)) this.#order.push(session.session_id);
      this.#byId.set(session.session_id, session);
    }
    this.meet(items);
    this.#cursor = next_cursor;
    this.changed();
  }

  /** A session that another call has just returned. */
  put(session: Session): void {
    if (!this.#byId.has(session.session_id)) this.#order.unshift(session.session_id);
    this.#byId.set(session.session_id, session);
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

  async #refresh(): Promise<void> {
    const ids = [...this.#touched].slice(0, FIRST_PAGE.limit);
    for (const id of ids) this.#touched.delete(id);
    this.refreshSoon();
    const { items, counts } = await this.#client.list({ ids, counts: true }).catch((error: unknown) => {
      // An event arrives once, and the connection may be lost right after: the session is loaded again.
      if (!isRefusal(error)) for (const id of ids) this.#touched.add(id);
      this.refreshSoon();
      return { items: [], counts: this.#counts };
    });
    this.#counts = counts;
    for (const session of items) {
      this.#byId.set(session.session_id, session);
      if (!this.#order.includes(session.session_id)) this.#order.push(session.session_id);
    }
    const activity = (id: string) => Date.parse(this.#byId.get(id)?.last_activity_at ?? '') || 0;
    this.#order.sort((a, b) => activity(b) - activity(a));
    this.changed();
  }
}
