/** Named tokens: list, create, revoke. */
import type { Handlers, RouteDeps } from '../handle-routes.ts';

export function tokenHandlers({ tokens }: RouteDeps) {
  return {
    'GET /api/tokens': () => ({ items: tokens.list() }),
    'POST /api/tokens': ({ body }) => tokens.add(body),
    'DELETE /api/tokens/:name': ({ params }) => {
      tokens.remove(params.name);
    },
  } satisfies Partial<Handlers>;
}
