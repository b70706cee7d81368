/** The description of the API, for programs and for people. */
import { createHash } from 'node:crypto';
import type { Handlers } from '../handle-routes.ts';
import { apiDocument } from '../openapi/api-document.ts';
import { DOCS_STYLE, renderDocs } from '../openapi/render-docs.ts';

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function documentHandlers() {
  // It takes a moment to create, and is rarely requested.
  let made: ReturnType<typeof apiDocument> | undefined;
  const document = () => {
    made ??= apiDocument();
    return made;
  };
  return {
    'GET /api/openapi.json': () => ({ ...document() }),
    'GET /api/docs': ({ c }) => c.html(renderDocs(document()), 200, { 'Content-Security-Policy': POLICY }),
  } satisfies Partial<Handlers>;
}
