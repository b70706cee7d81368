/** The terminal of a session that has one: what it shows, and how a terminal on this machine gets to it. */
import { upgradeWebSocket } from '@hono/node-server';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { sessionParamsSchema } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { endWhenRevoked, type Revocation } from '../access/end-when-revoked.ts';
import type { AppEnv } from '../app-env.ts';
import { toReinsError } from '../error-answers.ts';
import { refTo } from '../openapi/components.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { TerminalSession } from '../streams/terminal-session.ts';

const NORMAL = 1000;
/** Sent when the token was revoked while the socket was open. */
const POLICY_VIOLATION = 1008;

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

export function addTerminalRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  app.openapi(screen, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await steeringOf(deps, id).screen(id), 200);
  });
  app.openapi(terminal, (c) => {
    const { id } = c.req.valid('param');
    return c.json(steeringOf(deps, id).terminal(id), 200);
  });
  addLiveTerminal(app, deps);
}

function addLiveTerminal(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/sessions/{id}/terminal',
    summary: 'The live terminal of a tmux run, over a WebSocket',
    description:
      'Opened like `/api/ws`. First comes a `TerminalFrame` with the whole screen, then what the program writes, as binary ' +
      'messages. In go `TerminalInput`s, which take an operator. A viewer that falls behind gets the whole screen again.',
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
    const identity: Identity = c.get('identity');
    const id = c.req.param('id') ?? '';
    let session: TerminalSession | undefined;
    let revoked: Revocation | undefined;
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        try {
          session = new TerminalSession(socket, steeringOf(deps, id).runTerminal(id), identity);
        } catch (error) {
          socket.send(JSON.stringify({ type: 'end', reason: toReinsError(error).message }));
          socket.close(NORMAL, 'no terminal');
          return;
        }
        revoked = endWhenRevoked(deps.tokens, identity);
        revoked.signal.addEventListener('abort', () => socket.close(POLICY_VIOLATION, 'token revoked'));
      },
      onMessage({ data }) {
        session?.receive(String(data));
      },
      onClose() {
        session?.end();
        revoked?.forget();
      },
    };
  });
  app.get('/api/sessions/:id/terminal', upgrade, () => {
    throw new ReinsError('upgrade_required', 'This address speaks WebSocket only; /screen tells the text.');
  });
}
