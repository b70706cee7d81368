/** `WS /api/ws`: opens the socket; its frames are handled in streams/socket-session.ts. */
import { upgradeWebSocket } from '@hono/node-server';
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Caller } from '../access/caller.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { closeIfTooMany } from '../streams/close-if-too-many.ts';
import { SocketSession } from '../streams/socket-session.ts';

export function socketHandlers(deps: ServerDeps, shared: Shared) {
  const upgrade = upgradeWebSocket((c) => {
    const caller: Caller = c.get('caller');
    const identity: Identity = c.get('identity');
    let session: SocketSession | undefined;
    let unsubscribe: (() => void) | undefined;
    let release: (() => void) | undefined;
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        release = closeIfTooMany(socket, shared.open, identity);
        if (!release) return;
        session = new SocketSession(socket, { ...deps, ...shared, identity, caller });
        // A closing handshake would leave the socket open for as long as its client likes.
        unsubscribe = caller.onRevoked(() => socket.terminate());
      },
      onMessage({ data }) {
        void session?.receive(String(data));
      },
      onClose() {
        session?.end();
        unsubscribe?.();
        release?.();
      },
    };
  });
  return {
    'GET /api/ws': async ({ c }) => {
      const upgraded = await upgrade(c, async () => {});
      if (upgraded) return upgraded;
      throw new ReinsError(
        'upgrade_required',
        'This address speaks WebSocket only; the same events are at /api/events.',
      );
    },
  } satisfies Partial<Handlers>;
}
