/**
 * Follows one session over SSE, reconnecting with the id of the last event. It reads the stream itself instead of through
 * the SDK, which would hide events that the hub repeats.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type SseMessage, SseParser } from '../../../src/sdk/sse-parser.ts';
import type { Target } from './http.ts';
import type { WatchedSession } from './watched-session.ts';

const RETRY_MS = 100;
/** Heartbeats come every 15 s. */
const SILENCE_MS = 30_000;

export async function watchBySse(
  target: () => Target,
  session: WatchedSession,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of readStream(target(), session.id, lastEventId, signal)) {
        lastEventId = id ?? lastEventId;
        if (event === 'reset') session.reset('sse');
        else if (id !== undefined && data !== undefined && event !== 'snapshot')
          session.take('sse', JSON.parse(data));
      }
    } catch {
      // The line broke, or the hub is down.
    }
    await delay(RETRY_MS);
  }
}

async function* readStream(
  { url, token }: Target,
  sessionId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<SseMessage> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(`${url}/api/sessions/${sessionId}/events?live=false`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status !== 200 || !response.body) return;
    const parser = new SseParser();
    for await (const bytes of response.body) {
      timer.refresh();
      yield* parser.push(bytes);
    }
  } finally {
    clearTimeout(timer);
  }
}
