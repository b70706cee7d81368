/**
 * Builds the OpenAPI 3.1 document from the route definitions and the schemas of the protocol. Runs in tests, which
 * write `docs/openapi.json`; hubs serve that file.
 */
import { z } from 'zod';
import { REINS_VERSION } from '../../lib/version.ts';
import { errorSchema } from '../../protocol/api.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import type { Route, RouteAnswer, Tag } from '../../protocol/routes/define-routes.ts';
import { componentSchemas, describeSchema } from './components.ts';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: object;
}
export interface Body {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly Tag[];
  readonly security?: readonly never[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly 'x-role': Route['role'];
  readonly 'x-frame-roles'?: Route['frames'];
}
export type ApiDocument = ReturnType<typeof apiDocument>;

const ABOUT =
  'Watch, answer and steer every Claude Code session from anywhere. Every call except `GET /api/health` and `POST /api/pair` needs a ' +
  'token; errors are ' +
  '`{error: {code, message, details?}}` with a stable code; fields may be added to responses, and unknown fields in bodies ' +
  'are rejected by name. `x-role` is the lowest role that may make a call, `x-frame-roles` the same for the frames of a socket.';

const TAGS: Readonly<Record<Tag, string>> = {
  sessions: 'The current state of every session',
  steering: 'Starting, prompting, changing and ending sessions',
  events: 'Events as they happen',
  interactions: 'Pending requests of Claude',
  rules: "Rules that answer on a person's behalf",
  notifications: 'Notification targets and recent deliveries',
  history: 'Past sessions: search, usage, and indexing progress',
  hub: 'The hub itself',
  access: 'Devices, tokens and roles',
  fleet: 'The hosts of the fleet',
};

const LICENSE = { name: 'MIT', url: 'https://opensource.org/license/mit' };
const SERVERS = [
  { url: 'http://127.0.0.1:4820', description: 'The hub of this machine, at its default port' },
];

export function apiDocument() {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [key, route] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = key.split(' ');
    const name = path.replace(/:(\w+)/g, '{$1}');
    paths[name] = { ...paths[name], [method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Reins', version: REINS_VERSION, description: ABOUT, license: LICENSE },
    servers: SERVERS,
    security: [{ token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: usedSchemas(paths, componentSchemas()),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'From `reins token add`, or `$REINS_HOME/token`',
        },
      },
    },
  };
}

/** Those that a route refers to, directly or through others. */
function usedSchemas(paths: object, schemas: Readonly<Record<string, object>>): Record<string, object> {
  const used = new Set<string>();
  const follow = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema || used.has(name)) continue;
      used.add(name);
      follow(schema);
    }
  };
  follow(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function describeRoute(route: Route & { readonly tag: Tag }): Operation {
  const { id, tag, summary, description, params, query, headers, body, role, frames } = route;
  const parameters = [
    ...parametersOf('path', params),
    ...parametersOf('query', query),
    ...parametersOf('header', headers),
  ];
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, describeAnswer(answer)]);
  const failures = failuresOf(route).map((status) => [
    status,
    describeAnswer([MEANINGS[status] ?? 'Failed', errorSchema]),
  ]);
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...(role === 'anyone' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: route.bodyIs !== 'optional',
        content: { 'application/json': { schema: describeSchema(body) } },
      },
    }),
    responses: Object.fromEntries([...answers, ...failures]),
    'x-role': role,
    ...(frames && { 'x-frame-roles': frames }),
  };
}

function parametersOf(place: string, schema: z.ZodObject | undefined): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !z.safeParse(field, undefined).success,
    schema: describeSchema(field as z.ZodType),
  }));
}

function describeAnswer([description, content]: RouteAnswer): Body {
  if (content === undefined) return { description };
  const types = content instanceof z.ZodType ? { 'application/json': content } : content;
  return {
    description,
    content: Object.fromEntries(
      Object.entries(types).map(([type, schema]) => [type, { schema: describeSchema(schema) }]),
    ),
  };
}

/** The errors of a route: general ones by its shape, and its own. */
function failuresOf({ role, params, query, headers, body, bodyIs, fails = [] }: Route): number[] {
  const statuses = [
    ...(params || query || headers || body ? [400] : []),
    ...(role === 'anyone' ? [] : [401, 403]),
    ...(body ? [413] : []),
    ...(body && (bodyIs === undefined || bodyIs === 'optional') ? [415] : []),
    ...fails,
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is invalid; the message names the field',
  401: 'No token, or an unknown one',
  403: "The token's role may not do this, or the Host or Origin is not allowed",
  404: 'Not found',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The content cannot be sent to Claude; the message lists what can',
  426: 'The request is not a WebSocket handshake',
  429: 'Too many attempts or streams',
  502: 'Claude Code could not be started; the message explains why',
  503: 'Something needed is missing: Claude Code, tmux, disk space, or the host of the session',
  504: 'The run does not respond',
};
