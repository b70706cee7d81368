/** Completions while a prompt for a session is typed. */
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function completionHandlers({ completion }: ServerDeps) {
  return {
    'GET /api/folders': ({ query: { path } }) => completion.folders(path),
    'GET /api/sessions/:id/commands': async ({ params }) => ({ items: await completion.commands(params.id) }),
    'GET /api/sessions/:id/models': async ({ params }) => ({ items: await completion.models(params.id) }),
    'GET /api/sessions/:id/files': async ({ params, query }) => ({
      items: await completion.files(params.id, query),
    }),
  } satisfies Partial<Handlers>;
}
