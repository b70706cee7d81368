/** Sessions: the list, one view, pages of its conversation, images of its prompts, its timeline and its permission rules. */
import { presentSession } from '../../core/present-session.ts';
import { TimelineBuilder } from '../../core/timeline/timeline-builder.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import {
  listSessions,
  namedSessions,
  pageOfNewerTurns,
  pageOfTurns,
  requireSession,
  requireWhole,
  viewSession,
} from '../session-answers.ts';

export function sessionHandlers(deps: ServerDeps, { limits, routing }: Shared) {
  const { reader } = deps;
  const maxBytes = limits.pageBytes;
  return {
    'GET /api/sessions': ({ c, query }) => {
      const { status, counts, host, cwd, q: text, label, pinned, archived, ids, limit, cursor } = query;
      const which = {
        host: routing.listed(c, host),
        ...(cwd !== undefined && { cwd }),
        ...(text !== undefined && { text }),
        ...(pinned !== undefined && { pinned }),
        ...(archived !== undefined && { archived }),
      };
      const list = ids
        ? namedSessions(deps, ids)
        : listSessions(deps, {
            ...which,
            limit,
            ...(status !== undefined && { status }),
            ...(label !== undefined && { label }),
            ...(cursor !== undefined && { cursor }),
          });
      if (counts !== 'true') return list;
      return { ...list, counts: reader.sessionCounts(which), labels: reader.labelCounts(which) };
    },

    'GET /api/sessions/:id': async ({ params: { id }, query: { limit } }) => {
      await deps.showSession(id);
      return viewSession(deps, id, { limit, maxBytes });
    },

    'GET /api/sessions/:id/turns': async ({
      params: { id: sessionId },
      query: { before, after, limit, agent },
    }) => {
      if (before !== undefined && after !== undefined) {
        throw new ReinsError('invalid_request', '`before` and `after` are mutually exclusive.');
      }
      // Parts of a long transcript before its end may not have been read yet.
      const isEnd = before === undefined && after === undefined && agent === undefined;
      await (isEnd ? deps.showSession(sessionId) : deps.openSession(sessionId));
      requireSession(reader, sessionId);
      const query = { sessionId, limit, maxBytes, ...(agent !== undefined && { agentId: agent }) };
      if (after !== undefined) return pageOfNewerTurns(reader, { ...query, after });
      const bounds = { from: deps.completeFrom(sessionId), ...(before !== undefined && { before }) };
      return pageOfTurns(reader, { ...query, ...bounds });
    },

    'GET /api/sessions/:id/images': async ({ params: { id }, query }) => {
      requireSession(reader, id);
      return { items: await deps.promptImages.of(id, query) };
    },

    'GET /api/sessions/:id/timeline': async ({ c, params: { id } }) => {
      const whole = requireWhole(await deps.wholeSession(id, c.req.raw.signal), id);
      const session = presentSession(await whole.state());
      const builder = new TimelineBuilder(session, reader.interactions(undefined, id), Date.now());
      for await (const page of whole.pages()) {
        for (const item of page) builder.add(item);
        // A long conversation must not block other requests.
        await new Promise((resolve) => setImmediate(resolve));
      }
      return builder.finish();
    },

    'GET /api/sessions/:id/permission-rules': ({ params }) => deps.permissionRules.of(params.id),
  } satisfies Partial<Handlers>;
}
