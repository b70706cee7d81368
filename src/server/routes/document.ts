/** The description of the API, for programs and for people. */
import { createHash } from 'node:crypto';
import type { Handlers } from '../handle-routes.ts';
import type { ApiDocument } from '../openapi/api-document.ts';
import { DOCS_STYLE, renderDocs } from '../openapi/render-docs.ts';

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function documentHandlers() {
  // It is large, and rarely requested.
  const document = async () => {
    const { default: json } = await import('../../../docs/openapi.json', { with: { type: 'json' } });
    return json as unknown as ApiDocument;
  };
  return {
    'GET /api/openapi.json': async () => ({ ...(await document()) }),
    'GET /api/docs': async ({ c }) =>
      c.html(renderDocs(await document()), 200, { 'Content-Security-Policy': POLICY }),
  } satisfies Partial<Handlers>;
}
