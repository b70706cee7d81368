/** `WS /api/ws`: opens the socket; what is said over it is in streams/socket-session.ts. */
import { upgradeWebSocket } from '@hono/node-server';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { WebSocket } from 'ws';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Caller } from '../access/caller.ts';
import type { AppEnv } from '../app-env.ts';
import { refTo } from '../openapi/components.ts';
import { failures } from '../openapi/describe-route.ts';
import type { Limits, ServerDeps } from '../server-deps.ts';
import { closeIfTooMany } from '../streams/close-if-too-many.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { SocketSession } from '../streams/socket-session.ts';
import type { StreamEnds } from '../streams/stream-ends.ts';

export function addSocketRoute(
  app: OpenAPIHono<AppEnv>,
  deps: ServerDeps,
  limits: Limits,
  ends: StreamEnds,
  open: OpenStreams,
): void {
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/api/ws',
    summary: 'Events, messages, interrupts and answers over a WebSocket',
    description:
      'Opened with the subprotocol `reins`, and where headers cannot be set also `reins.token.<token>`, or, by a paired browser, ' +
      '`reins.device-key.<key>`. Access is checked for every frame. In go ' +
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
    const caller: Caller = c.get('caller');
    const identity: Identity = c.get('identity');
    let session: SocketSession | undefined;
    let unsubscribe: (() => void) | undefined;
    let release: (() => void) | undefined;
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        release = closeIfTooMany(socket, open, identity);
        if (!release) return;
        session = new SocketSession(socket, { ...deps, limits, ends, identity, caller });
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
  app.get('/api/ws', upgrade, () => {
    throw new ReinsError(
      'upgrade_required',
      'This address speaks WebSocket only; the same events are at /api/events.',
    );
  });
}
