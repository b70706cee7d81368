/**
 * The terminal of a session, if it has one: its screen, and how a terminal on this machine attaches to it.
 */
import { toReinsError } from '../error-answers.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { openSocket } from '../streams/open-socket.ts';
import { TerminalSession } from '../streams/terminal-session.ts';

const NORMAL = 1000;

export function terminalHandlers(deps: ServerDeps, { open }: Shared) {
  return {
    'GET /api/sessions/:id/screen': ({ params: { id } }) => steeringOf(deps, id).screen(id),
    'GET /api/sessions/:id/attach': ({ params: { id } }) => steeringOf(deps, id).terminal(id),
    'GET /api/sessions/:id/terminal': ({ c, params: { id } }) =>
      openSocket(
        c,
        open,
        (socket, caller) => {
          try {
            return new TerminalSession(socket, steeringOf(deps, id).runTerminal(id), caller);
          } catch (error) {
            socket.send(JSON.stringify({ type: 'end', reason: toReinsError(error).message }));
            socket.close(NORMAL, 'no terminal');
            return undefined;
          }
        },
        'Connect to this address with WebSocket, or read the text at /screen.',
      ),
  } satisfies Partial<Handlers>;
}
