/** Follows one session over WebSocket, reconnecting with the id of the last event. */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { ServerFrame } from '../../../src/protocol/socket.ts';
import { socketProtocols, socketUrl } from '../../../src/sdk/socket-address.ts';
import type { Target } from './http.ts';
import type { WatchedSession } from './watched-session.ts';

const RETRY_MS = 100;
const PING_MS = 5000;
const SILENCE_MS = 30_000;

export async function watchBySocket(
  target: () => Target,
  session: WatchedSession,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    await connectOnce(target(), session.id, lastEventId, signal, (frame) => {
      if ('ok' in frame) lastEventId ??= frame.last_event_id;
      if (!('type' in frame)) return;
      if (frame.type === 'reset') session.reset('socket');
      if (frame.type !== 'event') return;
      lastEventId = frame.id;
      session.take('socket', frame.event as unknown as ReinsEvent);
    });
    await delay(RETRY_MS);
  }
}

/** Resolves when the connection has ended. */
async function connectOnce(
  target: Target,
  sessionId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
  take: (frame: ServerFrame) => void,
): Promise<void> {
  const address = await socketUrl(target, '/ws', signal);
  return new Promise((resolve) => {
    const socket = new WebSocket(address, socketProtocols(target));
    const end = () => socket.terminate();
    let receivedAt = Date.now();
    const pings = setInterval(() => {
      if (Date.now() - receivedAt > SILENCE_MS) end();
      else if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ id: 'ping', type: 'ping' }));
    }, PING_MS);
    signal.addEventListener('abort', end);
    socket.on('error', () => {});
    socket.on('open', () => {
      const from = lastEventId === undefined ? { since: 0 } : { last_event_id: lastEventId };
      const frame = { id: 'watch', type: 'subscribe', session_id: sessionId, live: false, ...from };
      socket.send(JSON.stringify(frame));
    });
    socket.on('message', (data) => {
      receivedAt = Date.now();
      const frame = JSON.parse(String(data)) as ServerFrame;
      // The hub cannot serve the subscription now, for example because the disk is full.
      if ('error' in frame) end();
      else take(frame);
    });
    socket.on('close', () => {
      clearInterval(pings);
      signal.removeEventListener('abort', end);
      resolve();
    });
    if (signal.aborted) end();
  });
}
