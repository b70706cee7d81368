/**
 * Decides where a request runs in a fleet: here, or on the host that owns the session or interaction it is about. The
 * only place that does: routes name their rule, and handlers do not know about other hosts.
 */
import type { Context } from 'hono';
import { splitAddress } from '../core/session-address.ts';
import type { Identity } from '../protocol/access.ts';
import { type SessionAnswer, sessionAnswerSchema } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type Message, type MessageAnswer, type NewMessage, newMessageSchema } from '../protocol/messages.ts';
import type { Route } from '../protocol/routes/define-routes.ts';
import { type Session, sessionSchema } from '../protocol/session.ts';
import type { NewSession } from '../protocol/steering.ts';
import type { AppEnv } from './app-env.ts';
import type { ServerDeps } from './server-deps.ts';
import { toResumeId } from './streams/resume-id.ts';

/** A session, wherever it is. */
export interface Target {
  /** Its key here. */
  readonly key: string;
  /** Its owner; undefined for this host. */
  readonly hostId: string | undefined;
}

type Deps = Pick<ServerDeps, 'reader' | 'fleet'>;
type Start = Omit<NewSession, 'host'>;

/** How long an owner has for what its copy here can answer too. */
const PATIENCE_MS = 3000;

export class FleetRouting {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The response of the owner, or the session as this host's handlers know it. */
  async route(
    c: Context<AppEnv>,
    route: Pick<Route, 'where' | 'answers'>,
    id: string | undefined,
  ): Promise<Response | { readonly id: string } | undefined> {
    const { where } = route;
    if (id === undefined || where === undefined) return undefined;
    if (c.env.remote) this.#requireShared(c.req.path, id);
    const { fleet } = this.#deps;
    if (c.env.remote || fleet.membership === undefined) return undefined;
    const { key, hostId } = this.#find(c.req.path, id, c.req.query('host'));
    if (hostId === undefined || where === 'copy' || where === 'socket') return { id: key };
    const [, messageId] = c.req.method === 'DELETE' ? (/\/queue\/([^/]+)$/.exec(c.req.path) ?? []) : [];
    if (messageId !== undefined && fleet.promptsFor(key).some(({ message_id }) => message_id === messageId))
      return c.json(await fleet.waitingPrompts.remove(key, messageId));
    try {
      const patienceMs = where === 'owner or copy' ? PATIENCE_MS : undefined;
      const answered = await this.#forward(c, hostId, { patienceMs });
      return await this.#completed(answered, schemaOf(route), key);
    } catch (error) {
      if (!isOffline(error)) throw error;
      if (where === 'owner or copy') return { id: key };
      return this.#whileOffline(c, key, error);
    }
  }

  /** The id of the only host that a list is about; undefined for all. */
  listed(c: Context<AppEnv>, host: string | undefined): string | undefined {
    const self = this.#deps.fleet.membership?.host_id;
    if (c.env.remote) return self;
    return host === undefined ? undefined : this.#deps.fleet.require(host).host_id;
  }

  /** In a fleet: hosts whose copies may lack their newest events. */
  missing(): { readonly hosts_missing?: string[] } {
    const { fleet, items } = this.#deps.fleet.list();
    if (!fleet) return {};
    const late = items.filter(({ state, lag_events }) => state !== 'online' || lag_events > 0);
    return { hosts_missing: late.map(({ name }) => name) };
  }

  /** The other hosts that a question goes to. */
  others(c: Context<AppEnv>, host: string | undefined): string[] {
    const listed = this.listed(c, host);
    if (c.env.remote || !this.#deps.fleet.membership) return [];
    return this.#deps.fleet
      .list()
      .items.filter(({ host_id, is_self }) => !is_self && (listed === undefined || listed === host_id))
      .map(({ host_id }) => host_id);
  }

  /** Whether a question is about this host too. */
  isHere(c: Context<AppEnv>, host: string | undefined): boolean {
    const listed = this.listed(c, host);
    return listed === undefined || listed === (this.#deps.fleet.membership?.host_id ?? '');
  }

  /** Whether the session is on this host of the fleet. */
  isOn(key: string, hostId: string): boolean {
    return (targetOf(key).hostId ?? this.#deps.fleet.membership?.host_id) === hostId;
  }

  /** Throws `ambiguous_session`. A session that nobody knows is looked for here. */
  session(address: string, hostQuery: string | undefined): Target {
    const { reader, fleet } = this.#deps;
    const { id, host = hostQuery } = splitAddress(address);
    const keys = reader.keysOf(id);
    if (host !== undefined) {
      // The host that a session shows may be a machine without a hub.
      const [shown, ...others] = keys.filter((key) => reader.session(key)?.host === host);
      if (shown !== undefined && others.length === 0) return targetOf(shown);
      const { host_id, is_self } = fleet.require(host);
      return is_self ? { key: id, hostId: undefined } : { key: `${host_id}/${id}`, hostId: host_id };
    }
    if (keys.length > 1) throw this.#ambiguous(id, keys);
    return targetOf(keys[0] ?? id);
  }

  interaction(id: string, host: string | undefined): Target {
    const key = this.#deps.reader.sessionOfInteraction(id);
    if (host !== undefined) {
      const { host_id, is_self } = this.#deps.fleet.require(host);
      return { key: id, hostId: is_self ? undefined : host_id };
    }
    return { key: id, hostId: key === undefined ? undefined : targetOf(key).hostId };
  }

  /** Starts a session on another host; undefined if that is this one. */
  async start(c: Context<AppEnv>, host: string | undefined, body: Start): Promise<Response | undefined> {
    if (c.env.remote) this.#requireSharedStart(body);
    if (host === undefined || c.env.remote) return undefined;
    const { host_id, is_self } = this.#deps.fleet.require(host);
    if (is_self) return undefined;
    const response = await this.#forward(c, host_id, { body: JSON.stringify(body) });
    return this.#completed(response, sessionSchema, `${host_id}/`);
  }

  /** Throws `host_offline`. */
  async #forward(
    c: Context<AppEnv>,
    hostId: string,
    { patienceMs, body }: { readonly patienceMs?: number | undefined; readonly body?: string },
  ): Promise<Response> {
    const url = new URL(c.req.url);
    url.searchParams.delete('host');
    url.pathname = url.pathname.replace(/^(\/api\/sessions\/[^/@%]+)(@|%40)[^/]*/i, '$1');
    const { method, raw } = c.req;
    const ending = new AbortController();
    const hasBody = method !== 'GET' && method !== 'HEAD' && raw.body !== null;
    const request = new Request(url, {
      method,
      headers: raw.headers,
      ...(hasBody && { body: body ?? (await c.req.arrayBuffer()) }),
      signal: ending.signal,
    });
    const end = () => ending.abort();
    raw.signal.addEventListener('abort', end, { once: true });
    // For the beginning of the answer only: a whole session may take longer.
    const deadline = patienceMs === undefined ? undefined : setTimeout(end, patienceMs);
    try {
      return await this.#deps.fleet.forward(hostId, request, c.get('identity'));
    } finally {
      clearTimeout(deadline);
    }
  }

  /** A prompt that waits until its host is back, if the sender wants that. Throws the error otherwise. */
  async promptLater(key: string, message: NewMessage, by: Identity, error: unknown): Promise<MessageAnswer> {
    if (!message.deliver_when_back || !isOffline(error)) throw error;
    return this.#deps.fleet.waitingPrompts.add(key, message, by);
  }

  /** Prompts that wait for their host can be added and listed here. */
  async #whileOffline(c: Context<AppEnv>, key: string, error: unknown): Promise<Response> {
    const { fleet } = this.#deps;
    const message = newMessageSchema.safeParse(
      c.req.method === 'POST' && c.req.path.endsWith('/message') ? await c.req.json() : undefined,
    );
    if (message.success)
      return c.json(await this.promptLater(key, message.data, c.get('identity'), error), 202);
    if (c.req.method === 'GET' && c.req.path.endsWith('/queue'))
      return c.json({ items: fleet.promptsFor(key) });
    throw error;
  }

  /** What other hosts start, they must be able to see. */
  #requireSharedStart({ cwd, fork, session_id, resume }: Start): void {
    const { fleet } = this.#deps;
    const known = [fork, resume ? session_id : undefined].filter((id) => id !== undefined);
    if (known.every((id) => fleet.isShared(id)) && (known.length > 0 || fleet.isSharedFolder(cwd ?? '')))
      return;
    throw new ReinsError('host_refused', 'This host does not share that folder with the fleet.', { cwd });
  }

  /** Other hosts do not learn that there is a session that is not shared. */
  #requireShared(path: string, id: string): void {
    const { reader, fleet } = this.#deps;
    const isInteraction = path.startsWith('/api/interactions/');
    const sessionId = isInteraction ? reader.sessionOfInteraction(id) : id;
    if (sessionId !== undefined && fleet.isShared(sessionId)) return;
    throw isInteraction
      ? new ReinsError('interaction_not_found', `There is no request ${id} on that host.`)
      : new ReinsError('session_not_found', `There is no session ${id} on that host.`, { session_id: id });
  }

  #ambiguous(id: string, keys: readonly string[]): ReinsError {
    const { items } = this.#deps.fleet.list();
    const known = keys.flatMap((key) => items.find(({ host_id }) => this.isOn(key, host_id)) ?? []);
    const isUnique = new Set(known.map(({ name }) => name)).size === known.length;
    const hosts = known.map(({ name, host_id }) => (isUnique ? name : host_id));
    const message = `Several hosts know session ${id}. Use ${hosts.map((host) => `${id}@${host}`).join(' or ')}, or name the host with ?host=.`;
    return new ReinsError('ambiguous_session', message, { session_id: id, hosts });
  }

  #find(path: string, id: string, host: string | undefined): Target {
    return path.startsWith('/api/interactions/') ? this.interaction(id, host) : this.session(id, host);
  }

  /** What only this host knows: whether the owner can be reached, and where its events continue here. */
  async #completed(response: Response, schema: unknown, key: string): Promise<Response> {
    if (!response.ok || (schema !== sessionSchema && schema !== sessionAnswerSchema)) return response;
    const { reader, fleet } = this.#deps;
    const session = (await response.json()) as Session;
    const whole = { ...session, ...fleet.stateOf(key) };
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => name !== 'content-length' && name !== 'content-type'),
    );
    const { status } = response;
    if (schema === sessionSchema) return Response.json(whole, { status, headers });
    const isHere = await fleet.untilCopied(key, session.seq);
    const place = isHere ? { position: reader.positionOfSeq(key, session.seq) } : reader.lastPlace(key);
    const last_event_id = toResumeId(reader.epochs(key), place);
    const known = (session as SessionAnswer).messages;
    const isKnown = ({ message_id }: Message) => known.some((one) => one.message_id === message_id);
    const messages = [...known, ...fleet.promptsFor(key).filter((prompt) => !isKnown(prompt))];
    return Response.json({ ...whole, messages, last_event_id }, { status, headers });
  }
}

/** What the route answers with. */
function schemaOf({ answers }: Pick<Route, 'answers'>): unknown {
  return Object.values(answers)[0]?.[1];
}

function targetOf(key: string): Target {
  const slash = key.indexOf('/');
  return { key, hostId: slash === -1 ? undefined : key.slice(0, slash) };
}

function isOffline(error: unknown): boolean {
  if (error instanceof ReinsError) return error.code === 'host_offline';
  return error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
