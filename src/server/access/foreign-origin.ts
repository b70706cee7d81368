/**
 * Pages of other origins that the setting `allowed_origins` lets call the API: with a bearer token only. Cookies and
 * saved passwords of the browser never count there, so such a page can do nothing that its own token does not allow.
 */
import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Reins-For',
  'X-Reins-For-Role',
].join(', ');
const PREFLIGHT_SECONDS = '600';

/** The headers with which a browser lets the page read the answer; none for the hub's own pages and for programs. */
export function originHeaders(c: Context<AppEnv>): Record<string, string> {
  const origin = c.get('foreignOrigin');
  return origin === undefined
    ? {}
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'ETag, Content-Disposition',
        Vary: 'Origin',
      };
}

/** The answer to a browser that asks before the actual request. */
export function answerPreflight(c: Context<AppEnv>): Response {
  const isToPrivate = c.req.header('access-control-request-private-network') === 'true';
  return c.body(null, 204, {
    ...originHeaders(c),
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    ...(isToPrivate && { 'Access-Control-Allow-Private-Network': 'true' }),
  });
}
