/** A whole session as a file, streamed as it is read: nothing large is in memory. */
import { type ExportSource, exportSession } from '../../core/export/export-session.ts';
import { PAGE_POLICY } from '../../core/export/html-format.ts';
import { presentDetails, presentSession } from '../../core/present-session.ts';
import type { ExportFormatName } from '../../protocol/export.ts';
import type { Session } from '../../protocol/session.ts';
import { forbidden } from '../access/access-table.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireWhole } from '../session-answers.ts';

const FILES: Readonly<Record<ExportFormatName, { readonly type: string; readonly ending: string }>> = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  json: { type: 'application/json', ending: 'json' },
};

export function exportHandlers(deps: ServerDeps) {
  return {
    'GET /api/sessions/:id/export': async ({ c, params: { id }, query: { format, raw }, identity }) => {
      if (raw && identity.role !== 'operator') throw forbidden(identity.role, 'operator');
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
      const file = toStream(pieces, () => reading.abort());
      return c.body(file, 200, {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${fileName(presentSession(whole.listed))}.${ending}"`,
        'Content-Security-Policy': `${PAGE_POLICY}; sandbox`,
      });
    },
  } satisfies Partial<Handlers>;
}

/** Pulled by the reader: nothing is produced ahead of it, and nothing is read after it has left. */
function toStream(pieces: AsyncGenerator<string>, stop: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) return controller.close();
      // Serves other requests between two pages.
      await new Promise((resolve) => setImmediate(resolve));
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      stop();
      await pieces.return(undefined);
    },
  });
}

/** The part of the title that is safe in a file name and a header. */
function fileName({ title, session_id }: Session): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['session'];
  return `${words.join('-').slice(0, 60)}-${session_id.slice(0, 8)}`;
}
