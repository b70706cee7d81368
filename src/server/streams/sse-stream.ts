/**
 * One SSE connection: its opening, then the feed until it ends. Writes directly to Node's response, so that a
 * slow client is detected and dropped instead of buffered; it can resume from its last id.
 */
import type { ServerResponse } from 'node:http';
import type { Place } from '../../hub/fleet/log-place.ts';
import type { TextDelta } from '../../protocol/live.ts';
import type { EventFeed, Limits, LiveFeed, StoredEvent } from '../server-deps.ts';
import { pumpLiveText } from './live-pump.ts';
import { isStoppedIn } from './opening.ts';
import { SSE_HEARTBEAT, sseMove, type WriteSse } from './sse-frame.ts';

export interface SseStream {
  readonly outgoing: ServerResponse;
  /** Further headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly write: WriteSse;
  readonly feed: EventFeed;
  /** Sends live text, if the client wants it. */
  readonly live?: LiveFeed | undefined;
  readonly sessionId?: string | undefined;
  /** Sent before the feed. */
  readonly opening: string;
  readonly after: Place;
  readonly encode: (page: readonly StoredEvent[]) => Buffer[];
  readonly resumeId: (place: Place) => string;
  readonly limits: Pick<Limits, 'heartbeatMs' | 'drainMs'>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** The position of the newest event when the stream started. */
  readonly newest: number;
  /** In the stream of all sessions: called when hosts of the fleet come, go or change. */
  readonly onHostsChange?: ((listener: () => void) => () => void) | undefined;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Buffering proxies would delay events.
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/** Resolves when the stream is over, for whatever reason. */
export async function runSseStream(stream: SseStream): Promise<void> {
  const { outgoing, feed, sessionId, opening, after, encode, resumeId, limits } = stream;
  const ended = new AbortController();
  const end = () => ended.abort();
  outgoing.on('close', end);
  outgoing.on('error', end);
  stream.signal.addEventListener('abort', end, { once: true });
  if (stream.signal.aborted || outgoing.destroyed) end();

  outgoing.writeHead(200, { ...HEADERS, ...stream.headers });
  outgoing.flushHeaders();
  /** The reader's place including skipped events; streams that skip events move it silently. */
  let read = after;
  let hasSkipped = false;
  let stopHosts: (() => void) | undefined;
  const heartbeat = setInterval(() => {
    if (outgoing.writableNeedDrain) return;
    outgoing.write(hasSkipped ? sseMove(resumeId(read)) : SSE_HEARTBEAT);
    hasSkipped = false;
  }, limits.heartbeatMs);
  try {
    // Even a stream that starts "now" has a resume point before its first event.
    await send(outgoing, opening || sseMove(resumeId(after)), limits.drainMs, ended);
    stopHosts = stream.onHostsChange?.(() => {
      if (!ended.signal.aborted && !outgoing.writableNeedDrain) {
        // Without an id: the list of hosts is to be fetched again.
        outgoing.write(stream.write({ event: 'hosts_changed', data: '{}' }));
      }
    });
    const { live } = stream;
    const write = (deltas: readonly TextDelta[]) =>
      send(outgoing, deltas.map((delta) => liveFrame(delta, stream.write)).join(''), limits.drainMs, ended);
    let sendLive: (() => Promise<void>) | undefined;
    const from = {
      ...{ after, signal: ended.signal, ...(sessionId !== undefined && { sessionId }) },
      onCaughtUp: () => {
        sendLive = live && pumpLiveText({ live, sessionId, signal: ended.signal, send: write });
      },
    };
    for await (const page of feed.follow(from)) {
      const pieces = encode(page);
      await sendLive?.();
      for (const piece of pieces) await send(outgoing, piece, limits.drainMs, ended);
      read = page.at(-1) ?? read;
      hasSkipped = pieces.length === 0;
      if (sessionId !== undefined && isStoppedIn(page, stream.newest)) break;
    }
  } finally {
    clearInterval(heartbeat);
    stopHosts?.();
    ended.abort();
    stream.signal.removeEventListener('abort', end);
    outgoing.end();
  }
}

/** Without an id: it is not in the log, and nothing resumes after it. */
function liveFrame(delta: TextDelta, write: WriteSse): string {
  return write({ event: delta.type, data: JSON.stringify(delta), isTyped: true });
}

/** Waits until the client has read enough of it; drops a client that does not. */
async function send(
  outgoing: ServerResponse,
  data: string | Buffer,
  drainMs: number,
  ended: AbortController,
): Promise<void> {
  if (ended.signal.aborted || outgoing.write(data)) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      outgoing.off('drain', done);
      ended.signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(() => {
      outgoing.destroy();
      ended.abort();
    }, drainMs);
    outgoing.once('drain', done);
    ended.signal.addEventListener('abort', done, { once: true });
  });
}
