/** The terminal of a session that has one: what it shows, and how a terminal on this machine gets to it. */
import { upgradeWebSocket } from '@hono/node-server';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { WebSocket } from 'ws';
import { sessionParamsSchema } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Caller } from '../access/caller.ts';
import type { AppEnv } from '../app-env.ts';
import { toReinsError } from '../error-answers.ts';
import { refTo } from '../openapi/components.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { closeIfTooMany } from '../streams/close-if-too-many.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { TerminalSession } from '../streams/terminal-session.ts';

const NORMAL = 1000;

const screen = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/screen',
  summary: 'The visible text of a tmux run',
  tags: ['steering'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The screen', 'Screen'), ...failures(400, 401, 403, 404, 409, 504) },
});

const terminal = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/attach',
  summary: "The command that shows the run's own terminal, on the machine of the hub",
  tags: ['steering'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The command', 'TerminalAccess'), ...failures(400, 401, 403, 404, 409) },
});

export function addTerminalRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps, open: OpenStreams): void {
  app.openapi(screen, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await steeringOf(deps, id).screen(id), 200);
  });
  app.openapi(terminal, (c) => {
    const { id } = c.req.valid('param');
    return c.json(steeringOf(deps, id).terminal(id), 200);
  });
  addLiveTerminal(app, deps, open);
}

function addLiveTerminal(app: OpenAPIHono<AppEnv>, deps: ServerDeps, open: OpenStreams): void {
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/sessions/{id}/terminal',
    summary: 'The live terminal of a tmux run, over a WebSocket',
    description:
      'Opened like `/api/ws`. First comes a `TerminalFrame` with the whole screen, then bytes that redraw what has ' +
      'changed, as binary messages. In go `TerminalInput`s. A client that falls behind skips to the present. The view ends when Claude Code ' +
      'leaves the foreground of a terminal that the hub did not open.',
    tags: ['steering'],
    request: { params: sessionParamsSchema },
    responses: {
      101: {
        description: 'Frames',
        content: {
          'application/json': { schema: { anyOf: [refTo('TerminalInput'), refTo('TerminalFrame')] } },
        },
      },
      ...failures(401, 403, 404, 409, 426),
    },
  });

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
  app.get('/api/sessions/:id/terminal', upgrade, () => {
    throw new ReinsError('upgrade_required', 'This address speaks WebSocket only; /screen tells the text.');
  });
}
