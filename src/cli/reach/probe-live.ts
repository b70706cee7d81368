/** Whether live updates get through to an address: the first bytes of an event stream, and a WebSocket. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { WebSocket } from 'ws';
import { socketProtocols, socketUrl } from '../../sdk/socket-address.ts';

export interface LiveProbe {
  readonly events: boolean;
  readonly socket: boolean;
}

/** `token`: of a viewer, for this check alone. */
export async function probeLive(url: string, token: string, timeoutMs = 5000): Promise<LiveProbe> {
  const [events, socket] = await Promise.all([
    hasEvents(new URL('/api/events?since=now', url), token, timeoutMs),
    socketUrl({ url }, '/ws', AbortSignal.timeout(timeoutMs)).then((target) =>
      opens(target, token, timeoutMs),
    ),
  ]);
  return { events, socket };
}

/** A hub sends something immediately; a proxy that buffers keeps it. */
function hasEvents(url: URL, token: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    });
    const end = (isLive: boolean) => {
      resolve(isLive);
      sent.destroy();
    };
    sent.on('response', (response) => {
      response.on('error', () => end(false));
      response.on('end', () => end(false));
      response.on('data', () => end(response.statusCode === 200));
    });
    sent.on('error', () => end(false)).end();
  });
}

function opens(url: string, token: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const origin = new URL(url.replace(/^ws/, 'http')).origin;
    // Browsers send the origin, and the hub compares it with the name and port that it was called by.
    const socket = new WebSocket(url, socketProtocols({ token }), { origin, handshakeTimeout: timeoutMs });
    socket.on('open', () => {
      resolve(true);
      socket.close();
    });
    socket.on('error', () => resolve(false));
  });
}
