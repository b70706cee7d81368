/** Opens the socket the app is served on, and closes it again with everything that hangs on it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { ReinsError } from '../protocol/errors.ts';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** Throws `port_taken` when another program has the port. Port 0 picks a free one. */
export async function listen(app: Hono, host: string, port: number): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ReinsError(
      'port_taken',
      `Port ${port} is taken by another program. Choose one with --port, or let Reins pick with --port 0.`,
      { host, port },
    );
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
