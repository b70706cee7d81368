/** A whole session as a file, streamed as it is read: nothing large is ever held. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { type ExportSource, exportSession } from '../../core/export/export-session.ts';
import { PAGE_POLICY } from '../../core/export/html-format.ts';
import { presentDetails, presentSession } from '../../core/present-session.ts';
import { sessionParamsSchema } from '../../protocol/api.ts';
import { type ExportFormatName, exportQuerySchema } from '../../protocol/export.ts';
import type { Session } from '../../protocol/session.ts';
import { forbidden } from '../access/access-table.ts';
import type { AppEnv } from '../app-env.ts';
import { failures } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireWhole } from '../session-answers.ts';

const FILES: Readonly<Record<ExportFormatName, { readonly type: string; readonly ending: string }>> = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  json: { type: 'application/json', ending: 'json' },
};

const route = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/export',
  summary: 'A whole session as markdown, as one HTML page that needs nothing else, or as JSON',
  description:
    'Everything there is: all turns, subagents inside the calls that began them, inputs and results of tools, changes to ' +
    'files, what was asked and who answered. Secrets that are recognised are masked; `raw=true` keeps them, which takes the ' +
    'role `operator`.',
  tags: ['sessions'],
  request: { params: sessionParamsSchema, query: exportQuerySchema },
  responses: {
    200: {
      description: 'The session as a file',
      content: Object.fromEntries(
        ['text/markdown', 'text/html', 'application/json'].map((type) => [
          type,
          { schema: { type: 'string' } },
        ]),
      ),
    },
    ...failures(400, 401, 403, 404),
  },
});

export function addExportRoute(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param');
    const { format, raw } = c.req.valid('query');
    const { role } = c.get('identity');
    if (raw && role !== 'operator') throw forbidden(role, 'operator');
    const reading = new AbortController();
    const whole = requireWhole(await deps.wholeSession(id, reading.signal), id);
    const source: ExportSource = {
      session: async () => presentDetails(await whole.state()),
      interactions: deps.reader.interactions(undefined, id),
      pages: (agentId) => whole.pages(agentId),
    };
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const pieces = exportSession(source, { format, raw, timeZone, now: Date.now() });
    const { type, ending } = FILES[format];
    return c.body(
      toStream(pieces, () => reading.abort()),
      200,
      {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${fileName(presentSession(whole.listed))}.${ending}"`,
        'Content-Security-Policy': `${PAGE_POLICY}; sandbox`,
      },
    );
  });
}

/** Pulled by the reader: what nobody takes is not made, and nothing is read for a reader that has gone. */
function toStream(pieces: AsyncGenerator<string>, stop: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) return controller.close();
      // Lets other requests have their turn between two pages.
      await new Promise((resolve) => setImmediate(resolve));
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      stop();
      await pieces.return(undefined);
    },
  });
}

/** Of the title, what is harmless in a file's name and in a header. */
function fileName({ title, session_id }: Session): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['session'];
  return `${words.join('-').slice(0, 60)}-${session_id.slice(0, 8)}`;
}
