/** Opens the socket the app is served on, and closes it again with everything that hangs on it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { ReinsError } from '../protocol/errors.ts';
import { SOCKET_PROTOCOL } from './access/presented-token.ts';
import type { App } from './app.ts';
import { type CertificateFiles, followCertificate, readCertificate } from './certificate.ts';
import { DEFAULT_LIMITS } from './server-deps.ts';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

export interface Tls {
  readonly files: CertificateFiles;
  readonly warn: (message: string) => void;
}

/**
 * Throws `port_taken` when the port cannot be had, `settings_invalid` when the address cannot, `certificate_invalid`.
 * Port 0 picks a free one.
 */
export async function listen(app: App, host: string, port: number, tls?: Tls): Promise<Listener> {
  const sockets = new WebSocketServer({
    noServer: true,
    // A frame may be a message with images.
    maxPayload: DEFAULT_LIMITS.messageBytes,
    perMessageDeflate: false,
    // A browser insists on one of the subprotocols it offered.
    handleProtocols: (offered) =>
      offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : ([...offered][0] ?? false),
  });
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, env),
    // The adaptor describes a listener's `this` more narrowly than `ws` does.
    websocket: { server: sockets as unknown as WebSocketServerLike },
    ...(tls && { createServer: createTlsServer, serverOptions: readCertificate(tls.files) }),
  }) as Server;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw whyNotListening(error, host, port);
  });
  const { port: chosen } = server.address() as AddressInfo;
  const certificate = tls && followCertificate(server as unknown as TlsServer, tls.files, tls.warn);
  return {
    url: `${tls ? 'https' : 'http'}://${reachableAt(host)}:${chosen}`,
    async close() {
      certificate?.stop();
      server.close();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** One that listens on all addresses is reached at loopback, under a name that it answers to. */
export function reachableAt(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const choose = 'Choose one with --port, or let Reins pick with --port 0.';
  switch (error.code) {
    case 'EADDRINUSE':
      return new ReinsError('port_taken', `Port ${port} is taken by another program. ${choose}`, {
        host,
        port,
      });
    case 'EACCES':
      return new ReinsError('port_taken', `You may not listen on port ${port}. ${choose}`, { host, port });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ReinsError(
        'settings_invalid',
        `${host} is no address of this machine. Give another with --host or in the setting "host": 127.0.0.1 for this machine alone, 0.0.0.0 for all addresses.`,
        { host },
      );
    default:
      return error;
  }
}
