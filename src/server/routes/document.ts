/** `GET /api/openapi.json` and `GET /api/docs`: the API described, for programs and for people. */
import { createHash } from 'node:crypto';
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { apiDocument } from '../openapi/api-document.ts';
import { anyJson, failures } from '../openapi/describe-route.ts';
import { DOCS_STYLE, renderDocs } from '../openapi/render-docs.ts';

const document = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  summary: 'This description, as an OpenAPI 3.1 document',
  tags: ['hub'],
  responses: {
    200: anyJson('The document'),
    ...failures(401, 403),
  },
});

const page = createRoute({
  method: 'get',
  path: '/api/docs',
  summary: 'This description, as a page to read',
  description: 'A browser asks for a password: any user name, and the token.',
  tags: ['hub'],
  responses: {
    200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
    ...failures(401, 403),
  },
});

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function addDocumentRoutes(app: OpenAPIHono<AppEnv>): void {
  // The routes do not change while the hub runs; the document is made when it is first asked for.
  let made: ReturnType<typeof apiDocument> | undefined;
  const document31 = () => {
    made ??= apiDocument(app);
    return made;
  };
  app.openapi(document, (c) => answerJson(c, document31()));
  app.openapi(page, (c) => c.html(renderDocs(document31()), 200, { 'Content-Security-Policy': POLICY }));
}
