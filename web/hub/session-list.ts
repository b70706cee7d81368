/**
 * All sessions as the hub lists them. Those in which something happened are fetched again soon after, so that the list never
 * drifts; the others are not.
 */
import type { ReinsEvent } from '../../src/protocol/events.ts';
import type { Session } from '../../src/protocol/session.ts';
import { isRefusal } from '../../src/sdk/hub-request.ts';
import type { Client } from '../../src/sdk/index.ts';
import { keep, readKept } from './kept.ts';
import { Store } from './store.ts';

const PAGE = 50;
export const FIRST_PAGE = { limit: PAGE };
/** Sessions at work would have the list fetched without end. */
const REFRESH_MS = 1000;

export class SessionList extends Store {
  readonly #client: Pick<Client, 'list'>;
  #byId = new Map<string, Session>();
  #order: string[] = [];
  #cursor: string | undefined;
  #isLoaded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Those in which something has happened. */
  readonly #touched = new Set<string>();
  /** The seq up to which each session was looked at. */
  readonly #seen: Record<string, number> = readKept('seen', {});

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

  get sessions(): Session[] {
    return this.#order.flatMap((id) => this.#byId.get(id) ?? []);
  }

  get(sessionId: string): Session | undefined {
    return this.#byId.get(sessionId);
  }

  /** Something was finished that nobody has looked at. */
  isUnread({ session_id, seq, status }: Session): boolean {
    const seen = this.#seen[session_id];
    return seen !== undefined && seq > seen && status !== 'working' && status !== 'starting';
  }

  markSeen(sessionId: string, seq: number): void {
    if (this.#seen[sessionId] === seq) return;
    this.#seen[sessionId] = seq;
    keep('seen', this.#seen);
    this.changed();
  }

  /** Fetches the newest page; what was loaded beyond it stays. Answers with the place to follow events from. */
  async load(asked = this.#client.list(FIRST_PAGE)): Promise<string> {
    const { items, next_cursor, last_event_id } = await asked;
    const isFirst = !this.#isLoaded;
    for (const session of items) this.#byId.set(session.session_id, session);
    const listed = new Set(items.map(({ session_id }) => session_id));
    this.#order = [...listed, ...this.#order.filter((id) => !listed.has(id))];
    if (isFirst) {
      this.#cursor = next_cursor;
      for (const { session_id, seq } of items) this.#seen[session_id] ??= seq;
    }
    this.#isLoaded = true;
    this.changed();
    return last_event_id;
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === undefined) return;
    const { items, next_cursor } = await this.#client.list({ limit: PAGE, cursor: this.#cursor });
    for (const session of items) {
      if (!this.#byId.has(session.session_id)) this.#order.push(session.session_id);
      this.#byId.set(session.session_id, session);
      this.#seen[session.session_id] ??= session.seq;
    }
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

  /** A page that nobody sees waits until it is looked at again. */
  refreshSoon(): void {
    if (this.#touched.size === 0 || document.visibilityState === 'hidden') return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, REFRESH_MS);
  }

  async #refresh(): Promise<void> {
    const ids = [...this.#touched].slice(0, PAGE);
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
