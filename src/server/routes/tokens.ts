/** Named tokens: list, create, revoke. */
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function tokenHandlers({ tokens }: ServerDeps) {
  return {
    'GET /api/tokens': () => ({ items: tokens.list() }),
    'POST /api/tokens': ({ body }) => tokens.add(body),
    'DELETE /api/tokens/:name': ({ params }) => {
      tokens.remove(params.name);
    },
  } satisfies Partial<Handlers>;
}
