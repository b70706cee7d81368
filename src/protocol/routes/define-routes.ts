/**
 * A route of the HTTP API, defined once: the source of its registration, its role, its entry in the OpenAPI
 * document and the types of its calls in the SDK. Handlers are in `src/server/routes/`.
 */
import { z } from 'zod';
import type { Role } from '../access.ts';

export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;

export type Tag =
  | 'sessions'
  | 'steering'
  | 'events'
  | 'interactions'
  | 'rules'
  | 'notifications'
  | 'history'
  | 'hub'
  | 'access'
  | 'fleet';

/**
 * Where a route runs in a fleet. `owner`: on the host of the session or interaction in its path. `owner or copy`: the
 * same, but from the copy here while that host is offline. `copy`: here, from the copy. `both logs`: here, from
 * the log of this hub and the copies. `all`: here and on all other hosts, whose answers are merged.
 * `chosen`: on the host that the body names. `socket`: here,
 * with frames that go to and come from the owner. Everything else is about this hub alone, and other hosts cannot call it.
 */
export type Where = 'owner' | 'owner or copy' | 'copy' | 'both logs' | 'all' | 'chosen' | 'socket';

export interface Route {
  /** `operationId` in the OpenAPI document. */
  readonly id: string;
  /** The least role that may call it; `ingest` is for ingest tokens only, `anyone` needs no token. */
  readonly role: Role | 'anyone';
  /** Where it runs in a fleet; by default, `owner` for routes about one session or interaction. */
  readonly where?: Where;
  /** The same for each frame of a WebSocket. */
  readonly frames?: Readonly<Record<string, Role>>;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** JSON that is refused with `invalid_request` unless it matches the schema. */
  readonly body?: z.ZodType;
  /**
   * `optional`: a missing body means `{}`. `raw`: the handler reads the text, of any `Content-Type`; the
   * schema only describes it.
   */
  readonly bodyIs?: 'optional' | 'raw';
  /** Larger bodies than usual: the name of the limit. */
  readonly bodyLimit?: 'hookBytes' | 'messageBytes';
  /** People open it by its address: a browser may send the token as a password. */
  readonly isPage?: true;
  /** By status: a description, and the schema of the JSON, or schemas by media type. */
  readonly answers: Readonly<Record<number, RouteAnswer>>;
  /** Statuses of failures, in addition to those of every route of its shape (see `failuresOf`). */
  readonly fails?: readonly number[];
}

export type RouteAnswer = readonly [
  description: string,
  content?: z.ZodType | Readonly<Record<string, z.ZodType | readonly string[]>>,
];

/** Every route about one session or interaction accepts it; read where requests are routed to hosts. */
const hostQuery = {
  host: z
    .string()
    .max(100)
    .optional()
    .describe('In a fleet: the name or id of the host, needed if several hosts know the session'),
};
/** Several hosts know the session; its host is offline. */
const OF_HOSTS = [409, 503];
const IS_ABOUT_ONE = / \/api\/(sessions|interactions)\/:id(\/|$)/;

export type Routes = Readonly<Record<RouteKey, Route>>;

export function defineRoutes<const Defined extends Routes>(
  tag: Tag,
  routes: Defined,
): { readonly [Key in keyof Defined]: Defined[Key] & { readonly tag: Tag } } {
  const tagged = Object.entries<Route>(routes).map(([key, route]) => {
    if (!IS_ABOUT_ONE.test(key)) return [key, { ...route, tag }];
    const query = (route.query ?? z.object({})).extend(hostQuery);
    return [key, { where: 'owner', ...route, query, fails: [...(route.fails ?? []), ...OF_HOSTS], tag }];
  });
  return Object.fromEntries(tagged) as ReturnType<typeof defineRoutes<Defined>>;
}

type Part<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;

/** The input of a handler: each part as parsed by its schema. */
export interface Parsed<Defined> {
  readonly params: Part<Field<Defined, 'params'>>;
  readonly query: Part<Field<Defined, 'query'>>;
  readonly headers: Part<Field<Defined, 'headers'>>;
  readonly body: Part<Field<Defined, 'body'>>;
}

export type Field<Defined, Name extends string> = Defined extends { readonly [Key in Name]: infer Value }
  ? Value
  : undefined;

/** The JSON of its answers. */
export type AnswerOf<Defined> = Defined extends { readonly answers: infer Answers }
  ? { [Status in keyof Answers]: JsonOf<Answers[Status]> }[keyof Answers]
  : never;

type JsonOf<Described> = Described extends readonly [string, infer Content]
  ? Content extends z.ZodType
    ? z.output<Content>
    : Content extends { readonly 'application/json': infer Json extends z.ZodType }
      ? z.output<Json>
      : undefined
  : undefined;
