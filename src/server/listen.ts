/** Opens the server's socket, and closes it with all its connections. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { ReinsError } from '../protocol/errors.ts';
import { SOCKET_PROTOCOL } from './access/presented-token.ts';
import type { App } from './app.ts';
import { type CertificateFiles, followCertificate, readCertificate } from './certificate.ts';
import { ConnectionLimit } from './connection-limit.ts';
import { DEFAULT_LIMITS } from './server-deps.ts';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Limits of a connection. None of them ends a stream, a WebSocket or a held request: those are authenticated.
 */
export interface ConnectionRules {
  /** Until the head of a request, or the TLS handshake, is complete. */
  readonly headMs: number;
  /** Until the whole request has arrived: a message with images, over a slow line. */
  readonly requestMs: number;
  /** How often to check for connections that take too long. */
  readonly lookEveryMs: number;
  /** Open connections without a valid credential. */
  readonly strangers: number;
  /** Open connections in total. */
  readonly connections: number;
}

const RULES: ConnectionRules = {
  headMs: 15_000,
  requestMs: 300_000,
  lookEveryMs: 5000,
  strangers: 500,
  connections: 5000,
};
const NO_UPGRADE = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
/**
 * Longer than any common proxy keeps an unused connection (Caddy: two minutes). If the hub were the first to close it, a
 * request on its way would be lost.
 */
const IDLE_MS = 130_000;
/** A phone that is gone is recognized by its silence. */
const PROBE_AFTER_MS = 30_000;

export interface Tls {
  readonly files: CertificateFiles;
  readonly warn: (message: string) => void;
}

/**
 * Throws `port_taken` if the port is not available, `settings_invalid` if the address is not,
 * `certificate_invalid`. Port 0 picks a free one.
 */
export async function listen(
  app: App,
  host: string,
  port: number,
  tls?: Tls,
  rules: ConnectionRules = RULES,
): Promise<Listener> {
  const sockets = new WebSocketServer({
    noServer: true,
    // A frame may be a message with images.
    maxPayload: DEFAULT_LIMITS.messageBytes,
    perMessageDeflate: false,
    // A browser insists on one of the subprotocols it offered.
    handleProtocols: (offered) =>
      offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : ([...offered][0] ?? false),
  });
  const limit = new ConnectionLimit(rules.strangers);
  const server = createAdaptorServer({
    // The adaptor uses the same object later, so it must not be a copy.
    fetch: (request, env) =>
      app.fetch(request, Object.assign(env, { trust: () => limit.trust(env.incoming.socket) })),
    // The adaptor types a listener's `this` more narrowly than `ws` does.
    websocket: { server: sockets as unknown as WebSocketServerLike },
    ...(tls && { createServer: createTlsServer }),
    serverOptions: {
      headersTimeout: rules.headMs,
      requestTimeout: rules.requestMs,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: rules.lookEveryMs,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      ...(tls && { ...readCertificate(tls.files), handshakeTimeout: rules.headMs }),
    },
  }) as Server;
  server.maxConnections = rules.connections;
  server.on('connection', (socket) => limit.add(socket));
  refuseOtherUpgrades(server);
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

/**
 * The adaptor leaves upgrades to anything but WebSocket open forever, and expects to be the only listener.
 */
function refuseOtherUpgrades(server: Server): void {
  const [upgrade] = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade?.call(server, request, socket, head);
    else {
      socket.on('error', () => {});
      socket.end(NO_UPGRADE, () => socket.destroy());
    }
  });
}

/** A hub that listens on all addresses is reached at loopback, under a name that it accepts. */
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
      return new ReinsError('port_taken', `You do not have permission to listen on port ${port}. ${choose}`, {
        host,
        port,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ReinsError(
        'settings_invalid',
        `${host} is not an address of this machine. Choose another with --host or in the setting "host": 127.0.0.1 for this machine alone, 0.0.0.0 for all addresses.`,
        { host },
      );
    default:
      return error;
  }
}
