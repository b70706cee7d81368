/**
 * Text while it is being written. Stays in memory, per session and block, until the log holds the block's
 * event. Followers are woken and pull what is new: a slow one misses nothing and costs nothing.
 */
import type { LivePiece } from '../../adapters/stream-state.ts';
import type { TextDelta } from '../../protocol/live.ts';
import { type EventLog, type LoggedEvent, splitKey } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

/** Text beyond this arrives only with the event. */
const LONGEST = 1024 * 1024;
/** Blocks that wait for their event; more than a message contains. */
const MOST_BLOCKS = 32;
const MOST_SETTLED = 256;

interface Block {
  readonly type: TextDelta['type'];
  readonly item: string;
  readonly host: string;
  text: string;
}

interface Follower {
  readonly sessionId: string | undefined;
  readonly wake: () => void;
}

export interface LiveReader {
  /** New pieces, oldest first. A block that was joined in the middle is returned from its start. */
  take(): TextDelta[];
  close(): void;
}

export class LiveText {
  readonly #log: Pick<EventLog, 'find' | 'onCommit'>;
  readonly #reader: Pick<LogReader, 'session'>;
  readonly #sessions = new Map<string, Map<string, Block>>();
  readonly #followers = new Set<Follower>();
  /** Blocks whose event came lately: pieces of another host's session may come after it. */
  readonly #settled = new Set<string>();
  readonly #stopListening: () => void;

  constructor(log: Pick<EventLog, 'find' | 'onCommit'>, reader: Pick<LogReader, 'session'>) {
    this.#log = log;
    this.#reader = reader;
    this.#stopListening = log.onCommit((events) => this.#settle(events));
  }

  add(piece: LivePiece): void {
    const block = this.#blockOf(piece);
    if (!block || block.text.length >= LONGEST) return;
    block.text += piece.text;
    for (const { sessionId, wake } of this.#followers) {
      if (sessionId === undefined || sessionId === piece.sessionId) wake();
    }
  }

  /** A piece of another host's session, by its key. What was missed before it is replaced when the block comes again. */
  put(key: string, { type, item, offset, text }: TextDelta): void {
    const block = this.#settled.has(`${key} ${item}`)
      ? undefined
      : this.#blockOf({ sessionId: key, type, item, text });
    if (!block || offset > block.text.length) return;
    block.text = block.text.slice(0, offset) + text;
    for (const { sessionId, wake } of this.#followers) {
      if (sessionId === undefined || sessionId === key) wake();
    }
  }

  /** Nothing more is being written in the session. */
  clear(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** The answer that is being written, if any. */
  current(sessionId: string): { readonly item: string; readonly text: string } | undefined {
    const blocks = [...(this.#sessions.get(sessionId)?.values() ?? [])];
    return blocks.findLast(({ type }) => type === 'text_delta');
  }

  /** Follows one session, or all. `wake` is called when there is something to pull; it must not throw. */
  follow(sessionId: string | undefined, wake: () => void): LiveReader {
    const follower: Follower = { sessionId, wake };
    const sent = new WeakMap<Block, number>();
    this.#followers.add(follower);
    return {
      take: () => this.#takeNew(sessionId, sent),
      close: () => this.#followers.delete(follower),
    };
  }

  close(): void {
    this.#stopListening();
  }

  #takeNew(wanted: string | undefined, sent: WeakMap<Block, number>): TextDelta[] {
    const deltas: TextDelta[] = [];
    for (const [sessionId, blocks] of this.#sessions) {
      if (wanted !== undefined && wanted !== sessionId) continue;
      for (const block of blocks.values()) {
        const offset = sent.get(block) ?? 0;
        const { type, item, host } = block;
        if (offset === block.text.length) continue;
        deltas.push({
          type,
          session_id: splitKey(sessionId).sessionId,
          host,
          item,
          offset,
          text: block.text.slice(offset),
        });
        sent.set(block, block.text.length);
      }
    }
    return deltas;
  }

  /** Undefined if the log already holds the whole block: the transcript may be ahead of the stream. */
  #blockOf({ sessionId, item, type }: LivePiece): Block | undefined {
    let blocks = this.#sessions.get(sessionId);
    const known = blocks?.get(item);
    if (known || this.#log.find(sessionId, item)) return known;
    if (!blocks) {
      blocks = new Map();
      this.#sessions.set(sessionId, blocks);
    }
    const block = { type, item, host: this.#reader.session(sessionId)?.host ?? '', text: '' };
    blocks.set(item, block);
    const [oldest] = blocks.keys();
    if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return block;
  }

  #noteSettled(block: string): void {
    this.#settled.add(block);
    const [oldest] = this.#settled;
    if (this.#settled.size > MOST_SETTLED && oldest !== undefined) this.#settled.delete(oldest);
  }

  /** The event of a block ends it. */
  #settle(events: readonly LoggedEvent[]): void {
    for (const { session, event } of events)
      if (event.item !== undefined) this.#noteSettled(`${session} ${event.item}`);
    if (this.#sessions.size === 0) return;
    for (const { session, event } of events) {
      if (event.item === undefined) continue;
      const blocks = this.#sessions.get(session);
      if (!blocks) continue;
      blocks.delete(event.item);
      if (blocks.size === 0) this.#sessions.delete(session);
    }
  }
}
