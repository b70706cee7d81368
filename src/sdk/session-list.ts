/**
 * All sessions as the hub lists them. Those in which something happened are fetched again soon after, so that the list never
 * drifts; the others are not.
 */
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from './client.ts';
import { Store } from './store.ts';
import { isRefusal } from './try-until-heard.ts';

/** What changes the list or the inbox; conversations are followed one by one. */
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

export const FIRST_PAGE = { limit: 50 };
/** Sessions at work would have the list fetched without end. */
const REFRESH_MS = 1000;

export class SessionList extends Store {
  readonly #client: Pick<Client, 'list'>;
  #byId = new Map<string, Session>();
  #order: string[] = [];
  #cursor: string | undefined;
  #isLoaded = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Those in which something has happened. */
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

  /** Newest activity first. */
  get sessions(): Session[] {
    return this.#order.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get(sessionId: string): Session | undefined {
    return this.#byId.get(sessionId);
  }

  /** Fetches the newest page; what was loaded beyond it stays. Answers with the place to follow events from. */
  async load(asked = this.#client.list(FIRST_PAGE)): Promise<string> {
    const { items, next_cursor, last_event_id } = await asked;
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

  /** A session as some other call has just told it. */
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

  /** While nobody looks, nothing is fetched; `refreshSoon` makes up for it. */
  protected get isLookedAt(): boolean {
    return true;
  }

  /** Sessions that were there before we came. */
  protected meet(_: readonly Session[]): void {}

  async #refresh(): Promise<void> {
    const ids = [...this.#touched].slice(0, FIRST_PAGE.limit);
    for (const id of ids) this.#touched.delete(id);
    this.refreshSoon();
    const { items } = await this.#client.list({ ids }).catch((error: unknown) => {
      // What has happened is told once, and the connection may be lost right after: it is looked at again.
      if (!isRefusal(error)) for (const id of ids) this.#touched.add(id);
      this.refreshSoon();
      return { items: [] };
    });
    for (const session of items) {
      this.#byId.set(session.session_id, session);
      if (!this.#order.includes(session.session_id)) this.#order.push(session.session_id);
    }
    const activity = (id: string) => Date.parse(this.#byId.get(id)?.last_activity_at ?? '') || 0;
    this.#order.sort((a, b) => activity(b) - activity(a));
    this.changed();
  }
}
