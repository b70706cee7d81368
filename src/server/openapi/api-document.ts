/** The OpenAPI 3.1 document, from the routes as they are registered and the schemas they are made of. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { REINS_VERSION } from '../../lib/version.ts';
import { FRAME_ACCESS, neededFor, TERMINAL_FRAME_ACCESS } from '../access/access-table.ts';
import type { AppEnv } from '../app-env.ts';
import { componentSchemas } from './components.ts';

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

const ABOUT =
  'Hold every Claude Code session from anywhere. Every call but `GET /api/health` and `POST /api/pair` needs a ' +
  'token; errors are ' +
  '`{error: {code, message, details?}}` with a stable code; fields may be added to answers, and unknown fields in bodies ' +
  'are refused by name. `x-role` is the least role that may make a call, `x-frame-roles` the same for the frames of a socket.';

export function apiDocument(app: OpenAPIHono<AppEnv>): ApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Reins',
      version: REINS_VERSION,
      description: ABOUT,
      license: { name: 'MIT' },
    },
    security: [{ token: [] }],
    tags: [
      { name: 'sessions', description: 'What every session looks like now' },
      { name: 'steering', description: 'Starting, prompting, changing and ending sessions' },
      { name: 'events', description: 'What happens, as it happens' },
      { name: 'interactions', description: 'What Claude waits for' },
      { name: 'rules', description: "What is answered in a person's place" },
      { name: 'notifications', description: 'What fetches a person, and what became of it' },
      {
        name: 'history',
        description: 'Past sessions: search, what they used, and how far they have been read',
      },
      { name: 'hub', description: 'The hub itself' },
      { name: 'access', description: 'Who may do what' },
    ],
  });
  return {
    ...document,
    paths: withRoles(document.paths ?? {}),
    components: {
      schemas: componentSchemas() as NonNullable<NonNullable<ApiDocument['components']>['schemas']>,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const FRAMES: Readonly<Record<string, object>> = {
  '/api/ws': FRAME_ACCESS,
  '/api/sessions/{id}/terminal': TERMINAL_FRAME_ACCESS,
};

/** Who may call what, in the document too: a rule that changes shows there. */
function withRoles(paths: NonNullable<ApiDocument['paths']>): NonNullable<ApiDocument['paths']> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          {
            ...(operation as object),
            'x-role': neededFor(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1')),
            ...(FRAMES[path] && { 'x-frame-roles': FRAMES[path] }),
          },
        ]),
      ),
    ]),
  );
}
