/** All sessions as the hub lists them: fetched again soon after something happened, so that the list never drifts. */
import { toolWords } from '../../core/words/tool-words.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { isRefusal } from '../../sdk/hub-request.ts';
import { Store } from '../../sdk/store.ts';

const PAGE = 100;
/** Sessions at work would have the list fetched without end. */
const REFRESH_MS = 500;

export class SessionBook extends Store {
  readonly #client: Pick<Client, 'list'>;
  #byId = new Map<string, Session>();
  #order: readonly string[] = [];
  #cursor: string | undefined;
  #isLoaded = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What each is doing now, as far as it was told since we look. */
  readonly #doing = new Map<string, string>();

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

  doing(sessionId: string): string | undefined {
    return this.#doing.get(sessionId);
  }

  /** Answers with the place to follow events from. */
  async load(): Promise<string> {
    const { items, next_cursor, last_event_id } = await this.#client.list({ limit: PAGE });
    if (!this.#isLoaded) this.#cursor = next_cursor;
    this.#isLoaded = true;
    this.#take(items);
    return last_event_id;
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === undefined) return;
    const { items, next_cursor } = await this.#client.list({ limit: PAGE, cursor: this.#cursor });
    this.#cursor = next_cursor;
    const known = this.#order;
    for (const session of items) this.#byId.set(session.session_id, session);
    this.#order = [...new Set([...known, ...items.map(({ session_id }) => session_id)])];
    this.changed();
  }

  /** A session as some other call has just told it. */
  put(session: Session): void {
    this.#take([session]);
  }

  take(event: ReinsEvent): void {
    const { session_id, agent_id } = event;
    if (event.type === 'tool_started' && agent_id === undefined) {
      const { verb, object } = toolWords(event.name, event.input, this.get(session_id)?.cwd);
      this.#doing.set(session_id, `${verb} ${object}`.trim());
    } else if (event.type === 'turn_finished' || event.type === 'run_ended') this.#doing.delete(session_id);
    this.#loadSoon();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Until it is known: what has happened is told once, and the connection may be lost right after. */
  #loadSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.load().catch((error: unknown) => {
        if (!isRefusal(error)) this.#loadSoon();
      });
    }, REFRESH_MS);
  }

  /** These come first, in their order. */
  #take(items: readonly Session[]): void {
    for (const session of items) this.#byId.set(session.session_id, session);
    const first = items.map(({ session_id }) => session_id);
    this.#order = [...new Set([...first, ...this.#order])];
    this.changed();
  }
}
