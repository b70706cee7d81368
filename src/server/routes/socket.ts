/** `WS /api/ws`: its frames are handled in streams/socket-session.ts. */
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { openSocket } from '../streams/open-socket.ts';
import { SocketSession } from '../streams/socket-session.ts';

export function socketHandlers(deps: ServerDeps, shared: Shared) {
  return {
    'GET /api/ws': ({ c }) =>
      openSocket(
        c,
        shared.open,
        (socket, caller, identity) => new SocketSession(socket, { ...deps, ...shared, identity, caller }),
        'Connect to this address with WebSocket, or read the same events at /api/events.',
      ),
  } satisfies Partial<Handlers>;
}
