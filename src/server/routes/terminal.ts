/**
 * The terminal of a session, if it has one: its screen, and how a terminal on this machine attaches to it.
 */
import { isCopy } from '../../hub/fleet/both-logs.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { openSocket } from '../streams/open-socket.ts';
import { startTerminal } from '../streams/start-terminal.ts';

const NORMAL = 1000;
const MOST_UNSENT = 4 * 1024 * 1024;

export function terminalHandlers(deps: ServerDeps, { open }: Shared) {
  const { fleet } = deps;
  return {
    'GET /api/sessions/:id/screen': ({ params: { id } }) => steeringOf(deps, id).screen(id),
    'GET /api/sessions/:id/attach': ({ c, params: { id } }) => {
      // The command names paths and a program of this machine.
      if (c.env.remote)
        throw new ReinsError(
          'host_refused',
          'That command works only on the host of the session. From another host, use "reins attach", the page, or the WebSocket /api/sessions/:id/terminal.',
        );
      return steeringOf(deps, id).terminal(id);
    },
    'GET /api/sessions/:id/terminal': ({ c, params: { id } }) =>
      openSocket(
        c,
        open,
        (socket, caller) =>
          isCopy(id)
            ? fleet.openTerminal(id, () => caller.require('operator'), {
                onText: (text) => socket.send(text),
                // A viewer that reads nothing opens the terminal again.
                onBytes: (bytes) =>
                  socket.bufferedAmount < MOST_UNSENT ? socket.send(bytes) : socket.terminate(),
                onEnd: (reason) => {
                  socket.send(JSON.stringify({ type: 'end', reason }));
                  socket.close(NORMAL, 'the terminal is gone');
                },
              })
            : startTerminal(deps, id, socket, caller),
        'Connect to this address with WebSocket, or read the text at /screen.',
      ),
  } satisfies Partial<Handlers>;
}
