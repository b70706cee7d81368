/**
 * Registers every route of the protocol with its handler. Input is parsed only here, as the route defines it.
 * A handler's result becomes a JSON answer with the route's status, unless it is already a response.
 */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { parseJson } from '../lib/parse-json.ts';
import type { Identity } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type AllRoutes, ROUTES } from '../protocol/routes/all-routes.ts';
import type { AnswerOf, Parsed, Route } from '../protocol/routes/define-routes.ts';
import type { DeviceCookie } from './access/device-cookie.ts';
import { answerJson } from './answer-json.ts';
import type { AppEnv } from './app-env.ts';
import { invalidRequest } from './error-answers.ts';
import type { FleetRouting } from './fleet-routing.ts';
import type { Limits } from './server-deps.ts';
import type { OpenStreams } from './streams/open-streams.ts';

/** What handlers share in addition to the hub. */
export interface Shared {
  readonly limits: Limits;
  readonly cookie: DeviceCookie;
  readonly open: OpenStreams;
  readonly routing: FleetRouting;
}

/** `identity`: the caller. Absent on routes that need no token. */
export type RouteRequest<Defined> = Parsed<Defined> & {
  readonly c: Context<AppEnv>;
  readonly identity: Identity;
};

type Answer<Defined> = AnswerOf<Defined> | Response;
export type Handler<Defined> = (request: RouteRequest<Defined>) => Answer<Defined> | Promise<Answer<Defined>>;
export type Handlers = { readonly [Key in keyof AllRoutes]: Handler<AllRoutes[Key]> };

export function handleRoutes(app: Hono<AppEnv>, handlers: Handlers, routing: FleetRouting): void {
  for (const [key, route] of Object.entries<Route>(ROUTES)) {
    const [method = '', path = ''] = key.split(' ');
    const handle = handlers[key as keyof Handlers] as Handler<unknown>;
    const [status] = Object.keys(route.answers).map(Number);
    app.on(method, path, async (c) => {
      const parsed = (await parseRequest(c, route)) as Parsed<unknown>;
      const params = parsed.params as { readonly id?: string };
      const target = await routing.route(c, route, params.id);
      if (target instanceof Response) return target;
      const named = { ...parsed, params: { ...params, ...target } };
      const answer: unknown = await handle({ ...named, c, identity: c.get('identity') });
      if (answer instanceof Response || answer === RESPONSE_ALREADY_SENT) return answer as Response;
      return answerJson(c, answer, status);
    });
  }
}

/** Throws `invalid_request` or `unsupported_media_type`. */
async function parseRequest(c: Context, route: Route) {
  const queries = Object.entries(c.req.queries());
  const query = Object.fromEntries(
    queries.map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
  return {
    query: parsePart(route.query, query, 'query'),
    params: parsePart(route.params, c.req.param(), 'param'),
    headers: parsePart(route.headers, c.req.header(), 'header'),
    body: route.bodyIs === 'raw' ? {} : parsePart(route.body, await readBody(c, route), 'json'),
  };
}

function parsePart(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error, place);
}

const JSON_TYPE = /^application\/([a-z-.]+\+)?json(;\s*[a-z0-9-]+=([^;]+))*$/i;

/** A missing body without a type means `{}`. Many clients send the type although no body follows. */
async function readBody(c: Context, { body, bodyIs }: Route): Promise<unknown> {
  if (!body) return {};
  const text = await c.req.text();
  const type = c.req.header('content-type');
  if (text === '' && (type === undefined || bodyIs === 'optional')) return {};
  if (!JSON_TYPE.test(type ?? '')) {
    throw new ReinsError(
      'unsupported_media_type',
      'Send the body as JSON, with "Content-Type: application/json".',
    );
  }
  try {
    return parseJson(text);
  } catch {
    throw new ReinsError('invalid_request', 'Malformed JSON in request body.');
  }
}
