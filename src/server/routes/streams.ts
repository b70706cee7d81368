/** Events over SSE: of one session, and of all. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type StreamQuery, sessionParamsSchema, streamQuerySchema } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { AppEnv } from '../app-env.ts';
import { refTo } from '../openapi/components.ts';
import { failures } from '../openapi/describe-route.ts';
import type { Limits, ServerDeps } from '../server-deps.ts';
import { requireSession } from '../session-answers.ts';
import type { OpenStreams } from '../streams/open-streams.ts';
import { type Opening, openingOf } from '../streams/opening.ts';
import { pageToSse } from '../streams/page-to-sse.ts';
import { toResumeId } from '../streams/resume-id.ts';
import { sseFrame } from '../streams/sse-frame.ts';
import { runSseStream } from '../streams/sse-stream.ts';
import type { StreamEnds } from '../streams/stream-ends.ts';
import { whereToBegin } from '../streams/where-to-begin.ts';

const RESUMING =
  'History first, then live, with no gap and no repeat. `id:` is what to send as `Last-Event-ID` to go on after it; ' +
  '`event:` is the type; `data:` is the event. An id that this log does not know gets `event: reset` and then ' +
  '`event: snapshot`, from which the stream goes on. `?raw=hook` sends only hooks, as `event: hook` with the JSON as it ' +
  'was received; a newline in it begins another `data:` line, as the standard has it. `?questions=true` also sends ' +
  '`interactive_question` and `interactive_question_answered`, without an id and before the event they stem from. ' +
  'Text is told while it is being written, as `text_delta` and `thinking_delta` (see `TextDelta`), without an id: ' +
  'always in the stream of one session, in that of all with `?live=true`; `?live=false` leaves it out.';

const stream = {
  description: 'A stream of events',
  content: { 'text/event-stream': { schema: { anyOf: [refTo('Event'), refTo('TextDelta')] } } },
};

const ofSession = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/events',
  summary: 'The events of a session',
  description: `${RESUMING} Begins with the first event; \`?since=<seq>\` begins after that one, \`?since=now\` with the next. Ends when the session is stopped by \`DELETE\`, after its last event.`,
  tags: ['events'],
  request: { params: sessionParamsSchema, query: streamQuerySchema },
  responses: { 200: stream, ...failures(400, 401, 403, 404, 429) },
});

const ofAll = createRoute({
  method: 'get',
  path: '/api/events',
  summary: 'The events of all sessions',
  description: `${RESUMING} Begins with the next event; \`?since=0\` begins with the first, \`?since=<resume id>\` after that one.`,
  tags: ['events'],
  request: { query: streamQuerySchema },
  responses: { 200: stream, ...failures(400, 401, 403, 429) },
});

export function addStreamRoutes(
  app: OpenAPIHono<AppEnv>,
  deps: ServerDeps,
  limits: Limits,
  ends: StreamEnds,
  open: OpenStreams,
): void {
  app.openapi(ofSession, async (c) => {
    const { id } = c.req.valid('param');
    await deps.showSession(id);
    requireSession(deps.reader, id);
    return openStream(c, deps, { limits, ends, open, query: c.req.valid('query'), sessionId: id });
  });
  app.openapi(ofAll, (c) => openStream(c, deps, { limits, ends, open, query: c.req.valid('query') }));
}

interface Wanted {
  readonly limits: Limits;
  readonly ends: StreamEnds;
  readonly open: OpenStreams;
  readonly query: StreamQuery;
  readonly sessionId?: string;
}

function openStream(
  c: Context<AppEnv>,
  deps: ServerDeps,
  { limits, ends, open, query, sessionId }: Wanted,
): Response {
  const { outgoing } = c.env;
  if (!outgoing) throw new ReinsError('invalid_request', 'This is no WebSocket; that one is /api/ws.');
  const wish = { sessionId, lastEventId: c.req.header('last-event-id'), since: query.since };
  const opening = openingOf(deps, whereToBegin(deps, wish), sessionId, limits.pageBytes);
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  const release = open.open(c.get('identity').id);
  const revoked = new AbortController();
  const unsubscribe = c.get('caller').onRevoked(() => revoked.abort());
  runSseStream({
    outgoing,
    feed: deps.feed,
    live: wantsLive(query, sessionId) ? deps.live : undefined,
    sessionId,
    opening: openingFrames(deps.epoch, opening),
    after: opening.after,
    encode: pageToSse(deps, query),
    resumeId: (position) => toResumeId(deps.epoch, position),
    limits,
    signal: revoked.signal,
    ends,
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

/** One session is followed to see it at work; all of them rather to see what happens. Hooks alone are hooks alone. */
function wantsLive({ live, raw }: StreamQuery, sessionId: string | undefined): boolean {
  return raw === undefined && (live ?? sessionId !== undefined);
}

function openingFrames(epoch: string, { after, reset }: Opening): string {
  if (!reset) return '';
  const { reason, snapshot } = reset;
  const told = sseFrame({ event: 'reset', data: JSON.stringify({ reason }) });
  const id = toResumeId(epoch, after);
  return told + sseFrame({ id, event: 'snapshot', data: JSON.stringify(snapshot) });
}
