/** `WS /api/ws`: opens the socket; what is said over it is in streams/socket-session.ts. */
import { upgradeWebSocket } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { endWhenRevoked, type Revocation } from '../access/end-when-revoked.ts';
import type { AppEnv } from '../app-env.ts';
import { refTo } from '../openapi/components.ts';
import { failures } from '../openapi/describe-route.ts';
import type { Limits, ServerDeps } from '../server-deps.ts';
import { SocketSession } from '../streams/socket-session.ts';
import type { StreamEnds } from '../streams/stream-ends.ts';

/** Sent when the token was revoked while the socket was open. */
const POLICY_VIOLATION = 1008;

export function addSocketRoute(
  app: OpenAPIHono<AppEnv>,
  deps: ServerDeps,
  limits: Limits,
  ends: StreamEnds,
): void {
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/ws',
    summary: 'Events, messages, interrupts and answers over a WebSocket',
    description:
      'Opened with the subprotocol `reins`, and where headers cannot be set also `reins.token.<token>`. In go ' +
      '`ClientFrame`s, out come `ServerFrame`s. Resuming works as in the SSE streams. Messages and interrupts take an ' +
      'operator, answers an approver.',
    tags: ['events'],
    responses: {
      101: {
        description: 'Frames, as text',
        content: { 'application/json': { schema: { anyOf: [refTo('ClientFrame'), refTo('ServerFrame')] } } },
      },
      ...failures(401, 403, 426),
    },
  });

  const upgrade = upgradeWebSocket((c) => {
    const identity: Identity = c.get('identity');
    let session: SocketSession | undefined;
    let revoked: Revocation | undefined;
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        session = new SocketSession(socket, { ...deps, limits, ends, identity });
        revoked = endWhenRevoked(deps.tokens, identity);
        revoked.signal.addEventListener('abort', () => socket.close(POLICY_VIOLATION, 'token revoked'));
      },
      onMessage({ data }) {
        void session?.receive(String(data));
      },
      onClose() {
        session?.end();
        revoked?.forget();
      },
    };
  });
  app.get('/api/ws', upgrade, () => {
    throw new ReinsError(
      'upgrade_required',
      'This address speaks WebSocket only; the same events are at /api/events.',
    );
  });
}
