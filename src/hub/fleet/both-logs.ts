/**
 * Reads the log of this hub and the copies of other hosts' logs as one. A session is named by its key: its id if it is of
 * this host, otherwise with the id of its owner before it. Without a fleet this is the log of this hub.
 */
import type { SessionState } from '../../core/session-state.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { type Status, statusSchema } from '../../protocol/session.ts';
import type { CopyStore } from '../../store/copies.ts';
import { copyKey, splitKey } from '../../store/event-log.ts';
import type { Feed } from '../../store/feed.ts';
import type { ItemQuery, NewerItemQuery } from '../../store/item-reader.ts';
import type {
  LogReader,
  SessionCountQuery,
  SessionQuery,
  SessionRow,
  StoredEvent,
} from '../../store/log-reader.ts';
import type { Epochs, Place, PlacedEvent } from './log-place.ts';
import { mergePages } from './merge-pages.ts';

export interface BothLogsOptions {
  readonly epoch: string;
  /** The name of this machine in its own log. */
  readonly host: string;
  readonly reader: LogReader;
  readonly feed: Feed;
  readonly fleet: {
    readonly copies: CopyStore | undefined;
    readonly membership: { readonly name: string; readonly host_id: string } | undefined;
    /** Called when positions in the copies lose their meaning. */
    onRestart(listener: () => void): () => void;
  };
}

/** Larger than any row. */
const ANY_ROW = Number.MAX_SAFE_INTEGER;

export class BothLogs {
  readonly #options: BothLogsOptions;
  /** Events with the name of this host in the fleet, framed once for all readers. */
  readonly #renamed = new WeakMap<StoredEvent, StoredEvent>();

  constructor(options: BothLogsOptions) {
    this.#options = options;
  }

  /** The log of a session, or of all. */
  epochs(key?: string): Epochs {
    const { epoch, fleet } = this.#options;
    const copied = fleet.copies?.log.epoch;
    if (copied === undefined) return { epoch };
    if (key === undefined) return { epoch, copied };
    return { epoch: isCopy(key) ? copied : epoch };
  }

  lastPlace(key?: string): Place {
    const { reader, fleet } = this.#options;
    if (key !== undefined) return { position: this.#readerOf(key).lastPosition() };
    const copied = fleet.copies?.reader.lastPosition();
    return { position: reader.lastPosition(), ...(copied !== undefined && { copied }) };
  }

  removedUpTo(key?: string): number {
    return this.#readerOf(key ?? '').removedUpTo();
  }

  firstSeq(key: string): number {
    return this.#readerOf(key).firstSeq(key);
  }

  positionOfSeq(key: string, seq: number): number {
    return this.#readerOf(key).positionOfSeq(key, seq);
  }

  session(key: string): SessionState | undefined {
    const state = this.#readerOf(key).session(key);
    return state && !isCopy(key) ? this.#named(state) : state;
  }

  sessionName(key: string): { title: string; cwd: string } | undefined {
    return this.#readerOf(key).sessionName(key);
  }

  /** The keys of a session: several if several hosts know it. */
  keysOf(sessionId: string): string[] {
    const { reader, fleet } = this.#options;
    const copies = (fleet.copies?.owners() ?? []).map((owner) => copyKey(owner, sessionId));
    return [
      ...(reader.hasSession(sessionId) ? [sessionId] : []),
      ...copies.filter((key) => fleet.copies?.reader.hasSession(key)),
    ];
  }

  /** The key of the session that an interaction belongs to. */
  sessionOfInteraction(id: string): string | undefined {
    const { reader, fleet } = this.#options;
    return reader.sessionOfInteraction(id) ?? fleet.copies?.reader.sessionOfInteraction(id);
  }

  /** Newest activity first; `host` is the id of the only host to list. */
  sessions({ cursor, host, ...query }: SessionQuery & { readonly host?: string | undefined }): {
    sessions: { readonly key: string; readonly state: SessionState }[];
    nextCursor?: string;
  } {
    const { reader, fleet } = this.#options;
    const { copies } = fleet;
    const [activity, row, copiedRow] = cursor === undefined ? [] : readCursor(cursor);
    const after = (last: number | undefined) =>
      activity !== undefined && last !== undefined && { after: [activity, last] as const };
    const own = this.#isHere(host) ? reader.sessionRows({ ...query, ...after(row) }) : NONE;
    const copied =
      copies && (host === undefined || !this.#isHere(host))
        ? copies.reader.sessionRows({
            ...query,
            ...after(copiedRow ?? ANY_ROW),
            ...(host !== undefined && { prefix: copyKey(host, '') }),
          })
        : NONE;
    const rows = [...own.rows, ...copied.rows].sort((a, b) => b.activity - a.activity).slice(0, query.limit);
    const last = rows.at(-1);
    const isMore = own.isMore || copied.isMore || own.rows.length + copied.rows.length > rows.length;
    return {
      sessions: rows.map(({ key, state }) => ({ key, state: isCopy(key) ? state : this.#named(state) })),
      ...(isMore && last && { nextCursor: cursorAfter(last, copies !== undefined) }),
    };
  }

  /** The number of sessions by status; `host` as for a list. */
  sessionCounts({
    host,
    ...query
  }: SessionCountQuery & { readonly host?: string | undefined }): Record<Status, number> {
    const { reader, fleet } = this.#options;
    const own = this.#isHere(host) ? reader.sessionCounts(query) : {};
    const isCopied = host === undefined || !this.#isHere(host);
    const prefix = host !== undefined && { prefix: copyKey(host, '') };
    const copied = (isCopied && fleet.copies?.reader.sessionCounts({ ...query, ...prefix })) || {};
    const sum = (status: Status) => [status, (own[status] ?? 0) + (copied[status] ?? 0)] as const;
    return Object.fromEntries(statusSchema.options.map(sum)) as Record<Status, number>;
  }

  /** The number of sessions by label; `host` as for a list. */
  labelCounts({
    host,
    ...query
  }: SessionCountQuery & { readonly host?: string | undefined }): Record<string, number> {
    const { reader, fleet } = this.#options;
    const counts = this.#isHere(host) ? reader.labelCounts(query) : new Map<string, number>();
    if (host === undefined || !this.#isHere(host)) {
      const prefix = host !== undefined && { prefix: copyKey(host, '') };
      for (const [label, count] of fleet.copies?.reader.labelCounts({ ...query, ...prefix }) ?? [])
        counts.set(label, (counts.get(label) ?? 0) + count);
    }
    return Object.fromEntries(counts);
  }

  items(query: ItemQuery): ReturnType<LogReader['items']> {
    return this.#readerOf(query.sessionId).items(query);
  }

  itemsAfter(query: NewerItemQuery): ReturnType<LogReader['itemsAfter']> {
    return this.#readerOf(query.sessionId).itemsAfter(query);
  }

  /** Oldest first; of one session, of one host, or of all. `id` is a prefix. */
  interactions(state?: Interaction['state'], key?: string, id?: string, host?: string): Interaction[] {
    const { reader, fleet } = this.#options;
    if (key !== undefined) {
      const found = this.#readerOf(key).interactions(state, key, id);
      return isCopy(key) ? found : found.map((one) => this.#named(one));
    }
    const own = this.#isHere(host) ? reader.interactions(state, undefined, id) : [];
    const copied = fleet.copies?.reader.interactions(state, undefined, id) ?? [];
    const wanted =
      host === undefined
        ? copied
        : copied.filter((one) => splitKey(this.sessionOfInteraction(one.id) ?? '').owner === host);
    if (wanted.length === 0) return own.map((one) => this.#named(one));
    return [...own.map((one) => this.#named(one)), ...wanted].sort((a, b) =>
      a.opened_at < b.opened_at ? -1 : 1,
    );
  }

  interaction(id: string): Interaction | undefined {
    const { reader, fleet } = this.#options;
    const own = reader.interaction(id);
    return own ? this.#named(own) : fleet.copies?.reader.interaction(id);
  }

  /** Never yields an empty page; ends when the signal fires, and when positions lose their meaning. */
  async *follow(from: {
    readonly after: Place;
    readonly sessionId?: string;
    readonly signal: AbortSignal;
    readonly onCaughtUp?: (() => void) | undefined;
  }): AsyncGenerator<readonly PlacedEvent[]> {
    const { feed, fleet } = this.#options;
    const { after, sessionId: key, onCaughtUp } = from;
    const ending = new AbortController();
    const end = () => ending.abort();
    from.signal.addEventListener('abort', end, { once: true });
    if (from.signal.aborted) end();
    const isOwn = key !== undefined && !isCopy(key);
    const unsubscribe = isOwn ? () => {} : fleet.onRestart(end);
    const { signal } = ending;
    const { copies } = fleet;
    try {
      const one = {
        ...{ after: after.position, signal, onCaughtUp },
        ...(key !== undefined && { sessionId: key }),
      };
      if (copies && key !== undefined && isCopy(key)) yield* copies.feed.follow(one);
      else if (isOwn || !copies) yield* this.#renaming(feed.follow(one));
      else {
        const both = { signal, onCaughtUp: onCaughtUp && onCall(2, onCaughtUp) };
        const own = feed.follow({ ...both, after: after.position });
        const copied = copies.feed.follow({ ...both, after: after.copied ?? 0 });
        yield* mergePages(after, this.#renaming(own), copied);
      }
    } finally {
      end();
      unsubscribe();
      from.signal.removeEventListener('abort', end);
    }
  }

  #readerOf(key: string): LogReader {
    const { reader, fleet } = this.#options;
    return (isCopy(key) && fleet.copies?.reader) || reader;
  }

  #isHere(host: string | undefined): boolean {
    return host === undefined || host === (this.#options.fleet.membership?.host_id ?? '');
  }

  /** Everyone in a fleet knows this host by its name there. Not for copies: their host may be called as this machine is. */
  #named<About extends { readonly host: string }>(about: About): About {
    const { host, fleet } = this.#options;
    const name = fleet.membership?.name;
    return name === undefined || name === host || about.host !== host ? about : { ...about, host: name };
  }

  async *#renaming(pages: AsyncGenerator<readonly StoredEvent[]>): AsyncGenerator<readonly StoredEvent[]> {
    const { host, fleet } = this.#options;
    const name = fleet.membership?.name;
    if (name === undefined || name === host) return yield* pages;
    // The host comes before anything that Claude Code or a person wrote.
    const [old, wanted] = [`"host":${JSON.stringify(host)}`, `"host":${JSON.stringify(name)}`];
    for await (const page of pages) {
      yield page.map((stored) => {
        const renamed = this.#renamed.get(stored) ?? {
          ...stored,
          json: stored.json.replace(old, () => wanted),
        };
        this.#renamed.set(stored, renamed);
        return renamed;
      });
    }
  }
}

const NONE = { rows: [] as SessionRow[], isMore: false };

/** Calls the function the given number of times later: with the last of several calls. */
function onCall(calls: number, act: () => void): () => void {
  let left = calls;
  return () => {
    left -= 1;
    if (left === 0) act();
  };
}

export function isCopy(key: string): boolean {
  return splitKey(key).owner !== undefined;
}

/** Of two sessions with the same activity, that of this host comes first. */
function cursorAfter({ key, activity, row }: SessionRow, isFleet: boolean): string {
  if (!isFleet) return `${activity}.${row}`;
  return isCopy(key) ? `${activity}.0.${row}` : `${activity}.${row}.${ANY_ROW}`;
}

function readCursor(cursor: string): number[] {
  if (!/^\d+\.\d+(\.\d+)?$/.test(cursor))
    throw new ReinsError('invalid_request', 'This cursor is not from this hub. Start without one.');
  return cursor.split('.').map(Number);
}
