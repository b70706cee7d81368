/** A bare receiver for Claude Code's http hooks: records them and lets a test hold and answer each one. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../stage/patience.ts';

export interface ReceivedHook {
  /** When it arrived, in milliseconds. */
  readonly at: number;
  /** The body as received. */
  readonly raw: string;
  readonly payload: { readonly hook_event_name: string; readonly [key: string]: unknown };
  /** Sends the reply; a held hook waits for it. */
  reply(body: object): void;
}

export interface HookReceiver extends AsyncDisposable {
  readonly received: readonly ReceivedHook[];
  /** A settings object that points these events here, for `--settings`. */
  settingsFor(...events: string[]): string;
  next(event: string): Promise<ReceivedHook>;
}

export interface HookReceiverOptions {
  /** Hooks with these names wait for the test's reply; all others are answered immediately. */
  readonly held: readonly string[];
  /** Creates the reply to hooks that are not held; `{}` by default. */
  readonly onHook?: (raw: string) => Promise<object>;
}

export async function startHookReceiver({ held, onHook }: HookReceiverOptions): Promise<HookReceiver> {
  const received: ReceivedHook[] = [];
  const reply = (response: ServerResponse, body: object) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const payload = JSON.parse(raw);
    received.push({ at: Date.now(), raw, payload, reply: (body) => reply(response, body) });
    if (!held.includes(payload.hook_event_name)) reply(response, (await onHook?.(raw)) ?? {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  let taken = 0;

  return {
    received,
    settingsFor: (...events) => {
      const hooks = [{ hooks: [{ type: 'http', url, timeout: 60 }] }];
      return JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, hooks])) });
    },
    async next(event) {
      const found = await waitUntil(`the ${event} hook`, () => {
        const at = received.findIndex(
          ({ payload }, index) => index >= taken && payload.hook_event_name === event,
        );
        return at === -1 ? undefined : { at };
      });
      taken = found.at + 1;
      return received[found.at] as ReceivedHook;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
