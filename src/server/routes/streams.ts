/** Events over SSE: of one session, and of all. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Epochs } from '../../hub/fleet/log-place.ts';
import type { StreamQuery } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { originHeaders } from '../access/foreign-origin.ts';
import type { AppEnv } from '../app-env.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireSession } from '../session-answers.ts';
import { type Opening, openingOf } from '../streams/opening.ts';
import { pageToSse } from '../streams/page-to-sse.ts';
import { toResumeId } from '../streams/resume-id.ts';
import { plainSseFrame, sseFrame, type WriteSse } from '../streams/sse-frame.ts';
import { runSseStream } from '../streams/sse-stream.ts';
import { whereToBegin } from '../streams/where-to-begin.ts';

export function streamHandlers(deps: ServerDeps, shared: Shared) {
  return {
    'GET /api/sessions/:id/events': async ({ c, params: { id: sessionId }, query }) => {
      await deps.showSession(sessionId);
      requireSession(deps.reader, sessionId);
      return openStream(c, deps, shared, { query, sessionId });
    },
    'GET /api/events': ({ c, query }) => openStream(c, deps, shared, { query }),
  } satisfies Partial<Handlers>;
}

function openStream(
  c: Context<AppEnv>,
  deps: ServerDeps,
  { limits, open }: Shared,
  { query, sessionId }: { readonly query: StreamQuery; readonly sessionId?: string },
): Response {
  const { outgoing } = c.env;
  if (!outgoing) throw new ReinsError('invalid_request', 'Use /api/ws for WebSocket connections.');
  const wish = { sessionId, lastEventId: c.req.header('last-event-id'), since: query.since };
  const epochs = deps.reader.epochs(sessionId);
  const opening = openingOf(deps, whereToBegin(deps, wish), sessionId, limits.pageBytes);
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const write = query.format === 'message' ? plainSseFrame : sseFrame;
  const release = open.open(c.get('identity').id);
  const revoked = new AbortController();
  const unsubscribe = c.get('caller').onRevoked(() => revoked.abort());
  runSseStream({
    outgoing,
    headers: originHeaders(c),
    write,
    feed: deps.feed,
    live: wantsLive(query, sessionId) ? deps.live : undefined,
    sessionId,
    opening: openingFrames(epochs, opening, write),
    after: opening.after,
    encode: pageToSse({ epochs, reader: deps.reader }, { ...query, write }),
    resumeId: (place) => toResumeId(epochs, place),
    limits,
    signal: revoked.signal,
    newest: opening.newest,
    ...(sessionId === undefined && {
      onHostsChange: (listener: () => void) => deps.fleet.onChange(listener),
    }),
  })
    .catch((error: unknown) => {
      console.error(error);
      outgoing.destroy();
    })
    .finally(() => {
      unsubscribe();
      release();
    });
  return RESPONSE_ALREADY_SENT;
}

/**
 * A stream of one session is for watching it work; that of all sessions, for its events. A stream of hooks
 * contains only hooks.
 */
function wantsLive({ live, raw }: StreamQuery, sessionId: string | undefined): boolean {
  return raw === undefined && (live ?? sessionId !== undefined);
}

function openingFrames(epochs: Epochs, { after, reset }: Opening, write: WriteSse): string {
  if (!reset) return '';
  const { reason, snapshot } = reset;
  const reported = write({ event: 'reset', data: JSON.stringify({ reason }) });
  const id = toResumeId(epochs, after);
  return reported + write({ id, event: 'snapshot', data: JSON.stringify(snapshot) });
}
