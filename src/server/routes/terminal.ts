/** The terminal of a session that has one: what it shows, and how a terminal on this machine gets to it. */
import { upgradeWebSocket } from '@hono/node-server';
import type { WebSocket } from 'ws';
import { ReinsError } from '../../protocol/errors.ts';
import type { Caller } from '../access/caller.ts';
import { toReinsError } from '../error-answers.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { closeIfTooMany } from '../streams/close-if-too-many.ts';
import { TerminalSession } from '../streams/terminal-session.ts';

const NORMAL = 1000;

export function terminalHandlers(deps: ServerDeps, { open }: Shared) {
  const upgrade = upgradeWebSocket((c) => {
    const caller: Caller = c.get('caller');
    const id = c.req.param('id') ?? '';
    let session: TerminalSession | undefined;
    let unsubscribe: (() => void) | undefined;
    let release: (() => void) | undefined;
    const identity = c.get('identity');
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        release = closeIfTooMany(socket, open, identity);
        if (!release) return;
        try {
          session = new TerminalSession(socket, steeringOf(deps, id).runTerminal(id), caller);
        } catch (error) {
          socket.send(JSON.stringify({ type: 'end', reason: toReinsError(error).message }));
          socket.close(NORMAL, 'no terminal');
          return;
        }
        // A closing handshake would leave the socket open for as long as its client likes.
        unsubscribe = caller.onRevoked(() => socket.terminate());
      },
      onMessage({ data }) {
        session?.receive(String(data));
      },
      onClose() {
        session?.end();
        unsubscribe?.();
        release?.();
      },
    };
  });
  return {
    'GET /api/sessions/:id/screen': ({ params: { id } }) => steeringOf(deps, id).screen(id),
    'GET /api/sessions/:id/attach': ({ params: { id } }) => steeringOf(deps, id).terminal(id),
    'GET /api/sessions/:id/terminal': async ({ c }) => {
      const upgraded = await upgrade(c, async () => {});
      if (upgraded) return upgraded;
      throw new ReinsError(
        'upgrade_required',
        'This address speaks WebSocket only; /screen returns the text.',
      );
    },
  } satisfies Partial<Handlers>;
}
