/**
 * One request to the hub, by its route: address, token, and typed errors. Every call of the SDK goes through
 * here. The route's definition provides the types of parameters and response; only types are imported, so
 * that schemas stay on the hub.
 */
import type { z } from 'zod';
import { t } from '../core/translate.ts';
import { isRecord } from '../lib/json-values.ts';
import type { DeviceRole } from '../protocol/devices.ts';
import { ERROR_STATUS, type ErrorCode, ReinsError } from '../protocol/errors.ts';
import type { AllRoutes } from '../protocol/routes/all-routes.ts';
import type { AnswerOf, Field } from '../protocol/routes/define-routes.ts';

/** Where the hub is, and who calls it. */
export interface HubAddress {
  /**
   * The hub's address. A function is called before each request and each socket, for a hub that may come back
   * at another address; it throws if there is no hub to trust.
   */
  readonly url: string | ((signal?: AbortSignal) => string | Promise<string>);
  /** A token, as from `reins token add`. */
  readonly token?: string | undefined;
  /** The key that the browser got during pairing; sent together with the cookie. */
  readonly deviceKey?: string | undefined;
  /**
   * The person for whom a program with a token acts: recorded as `NAME via TOKEN`. The role can only
   * be lower than the token's.
   */
  readonly actingFor?:
    | {
        /** The person's name. */
        readonly name: string;
        /** What the call may do. */
        readonly role: DeviceRole;
      }
    | undefined;
  /**
   * In a fleet: the name or id of a host. Lists then show only this host, new sessions start there, and the session of each call
   * is the one on this host. Without it, everything covers all hosts.
   */
  readonly host?: string | undefined;
  /** The fetch function; defaults to the global one. */
  readonly fetch?: HubFetch;
}

/** What the SDK needs of the global `fetch`. */
export type HubFetch = (url: URL, request: HubFetchRequest) => Promise<HubResponse>;

/** A request, as the fetch function gets it. */
export interface HubFetchRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The headers. */
  readonly headers: Record<string, string>;
  /** The body, as text. */
  readonly body?: string;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** What the SDK needs of a `Response`. */
export type HubResponse = Pick<Response, 'ok' | 'status' | 'url' | 'text' | 'body'>;

type RouteName = keyof AllRoutes;
type Input<Key extends RouteName, Part extends string> =
  Field<AllRoutes[Key], Part> extends infer Schema extends z.ZodType ? z.input<Schema> : never;
type Values<Key extends RouteName, Part extends string, Value> = {
  readonly [Name in keyof Input<Key, Part>]?: Value | undefined;
};

interface RequestParts<Key extends RouteName> {
  readonly query?: Values<Key, 'query', string | number | boolean>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Input<Key, 'body'>;
  readonly signal?: AbortSignal | undefined;
}

/** The arguments of a request: its parameters, if the path has any, and the rest. */
type RequestOf<Key extends RouteName> = [Input<Key, 'params'>] extends [never]
  ? [request?: RequestParts<Key>]
  : [request: RequestParts<Key> & { readonly params: Readonly<Record<keyof Input<Key, 'params'>, string>> }];

/** Throws a ReinsError for every response that is not a success; `hub_not_running` if no hub responds. */
export type SendToHub = <Key extends RouteName>(
  route: Key,
  ...request: RequestOf<Key>
) => Promise<HubResponse>;
/** The same, and parses the JSON response. */
export type CallHub = <Key extends RouteName>(
  route: Key,
  ...request: RequestOf<Key>
) => Promise<AnswerOf<AllRoutes[Key]>>;

interface HubRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Routes with a query parameter `host`. */
const TAKES_HOST =
  /^GET \/api\/(sessions|interactions|search|usage|audit)$| \/api\/(sessions|interactions)\/:id(\/|$)/;

export function createSender({
  url,
  token,
  deviceKey,
  actingFor,
  host,
  fetch = globalThis.fetch,
}: HubAddress): SendToHub {
  return async (route: string, ...[request = {}]: [HubRequest?]) => {
    const { params = {}, query = {}, headers, body, signal } = request;
    const [method = '', path = ''] = route.split(' ');
    const base = typeof url === 'function' ? await url(signal) : url;
    const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const target = new URL(filled, base);
    const placed = host !== undefined && TAKES_HOST.test(route) ? { host, ...query } : query;
    for (const [name, value] of Object.entries(placed)) {
      if (value !== undefined) target.searchParams.set(name, String(value));
    }
    const response = await fetch(target, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(deviceKey && { 'x-reins-device-key': deviceKey }),
        ...(actingFor && {
          'x-reins-for': encodeURIComponent(actingFor.name),
          'x-reins-for-role': actingFor.role,
        }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ReinsError('hub_not_running', t('No hub is running at {url}.', { url: base }), {
        url: base,
        cause: causeOf(error),
      });
    });
    if (!response.ok) throw await readError(response);
    return response;
  };
}

export function createCaller(send: SendToHub): CallHub {
  return async (route, ...request) => readJson(await send(route, ...request));
}

const NO_CONTENT = 204;

/** The JSON of a response. An incomplete response, or one that is not from a hub, counts as none. */
async function readJson<T>(response: HubResponse): Promise<T> {
  if (response.status === NO_CONTENT) return undefined as T;
  const text = await response.text().catch((error: unknown) => {
    if ((error as Error).name === 'AbortError') throw error;
    const { url, status } = response;
    throw new ReinsError(
      'hub_not_running',
      t('The response from the hub at {url} was incomplete. Try again.', { url }),
      {
        url,
        status,
      },
    );
  });
  try {
    return JSON.parse(text) as T;
  } catch {
    throw notFromHub(response, t('{url} did not return JSON; is that a Reins hub?', { url: response.url }));
  }
}

/** The error from the hub; a proxy that responds in its place has not reached it. */
async function readError(response: HubResponse): Promise<ReinsError> {
  const { status } = response;
  const { code, message, details } = parseErrorBody(await response.text().catch(() => '')) ?? {};
  if (typeof message !== 'string')
    return notFromHub(
      response,
      t('{url} returned status {status}; is that a Reins hub?', {
        url: response.url,
        status: String(status),
      }),
    );
  if (isErrorCode(code)) return new ReinsError(code, message, isRecord(details) ? details : undefined);
  return new ReinsError(codeOfStatus(status), message, { status, ...(typeof code === 'string' && { code }) });
}

function notFromHub({ url, status }: HubResponse, message: string): ReinsError {
  return new ReinsError('hub_not_running', message, { url, status });
}

function parseErrorBody(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && isRecord(body['error']) ? body['error'] : undefined;
  } catch {
    return undefined;
  }
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  return status < 500 ? 'invalid_request' : 'internal';
}

function causeOf(error: unknown): string {
  const { code, cause, message } = error as FetchError;
  return cause?.code ?? cause?.message ?? code ?? message ?? String(error);
}

interface FetchError {
  readonly code?: string;
  readonly message?: string;
  /** The global `fetch` puts the reason here. */
  readonly cause?: { readonly code?: string; readonly message?: string };
}
