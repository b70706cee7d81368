/** A hub that plays a script over real sockets: each connection to a path gets the next scene; the last one repeats. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly lastEventId: string | undefined;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: string;
}

export type Scene = (response: ServerResponse, received: Received) => void | Promise<void>;

export interface ScriptedHub extends AsyncDisposable {
  readonly url: string;
  /** Every request so far. */
  readonly received: readonly Received[];
}

/** Scenes by `METHOD /path`. Paths without a scene get a 404 like that of the hub. */
export async function openScriptedHub(
  script: Readonly<Record<string, readonly Scene[]>>,
): Promise<ScriptedHub> {
  const received: Received[] = [];
  const played = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const now = await receive(request);
    received.push(now);
    const name = `${now.method} ${now.path}`;
    const scenes = script[name];
    const turn = played.get(name) ?? 0;
    played.set(name, turn + 1);
    const scene = scenes?.[turn] ?? scenes?.at(-1) ?? fails(404, 'not_found');
    await scene(response, now);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function receive(request: IncomingMessage): Promise<Received> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hub');
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries(searchParams),
    lastEventId: request.headers['last-event-id'] as string | undefined,
    authorization: request.headers.authorization,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    body,
  };
}

export function answers(body: unknown, status = 200): Scene {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export function fails(status: number, code: string, message = `This is ${code}.`): Scene {
  return answers({ error: { code, message } }, status);
}

/** Writes the parts to an event stream, then leaves it open, ends it, or breaks the connection. */
export function streams(parts: readonly string[], then: 'stay' | 'end' | 'tear'): Scene {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const part of parts) await new Promise((resolve) => response.write(part, resolve));
    if (then === 'end') response.end();
    if (then === 'tear') response.destroy();
  };
}

/** An event as the hub frames it. */
export function sse(id: string | undefined, type: string, data: unknown): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
