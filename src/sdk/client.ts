/**
 * The client of a hub, for the page, the terminal, editors and bots: `createClient({url, token})`.
 * Each call is one request; streams are in subscribe.ts, the view kept live in live-session.ts.
 */
import type { CreatedToken, Role, TokenInfo } from '../protocol/access.ts';
import type { SessionAnswer, SessionList, TurnsPage } from '../protocol/api.ts';
import type { Device, DevicePatch, DeviceRole, Me, PairedDevice, Pairing } from '../protocol/devices.ts';
import type { Health } from '../protocol/hub.ts';
import type { Session, Status } from '../protocol/session.ts';
import type { Settings, SettingsPatchInput } from '../protocol/settings.ts';
import { type AnswerCalls, answerCalls } from './answer-calls.ts';
import { type AuditCalls, auditCalls } from './audit-calls.ts';
import { type HistoryCalls, historyCalls } from './history-calls.ts';
import { createCaller, createSender, type HubAddress } from './hub-request.ts';
import { type PolicyCalls, policyCalls } from './policy-calls.ts';
import { type PushCalls, pushCalls } from './push-calls.ts';
import { type RecordCalls, recordCalls } from './record-calls.ts';
import { type SteeringCalls, steeringCalls } from './steering-calls.ts';
import type { StreamMessage } from './stream-message.ts';
import { type SubscribeOptions, subscribe } from './subscribe.ts';
import { type TurnResult, type WaitOptions, waitForTurn } from './wait-for-turn.ts';

export interface SessionFilter {
  readonly status?: Status | undefined;
  readonly cwd?: string | undefined;
  readonly q?: string | undefined;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface TurnsFilter {
  /** Only what stands before this place: `older_before` of the page that is known. */
  readonly before?: number;
  /** Instead, what follows this place, oldest first. */
  readonly after?: number;
  readonly limit?: number;
  /** The subagent whose conversation is wanted; absent for the main one. */
  readonly agent?: string;
}

/** Every method throws a ReinsError when the hub refuses or does not answer. */
export interface Client
  extends SteeringCalls,
    AnswerCalls,
    AuditCalls,
    PolicyCalls,
    RecordCalls,
    HistoryCalls {
  /** With a `challenge` the hub proves itself to programs that know its operator's token. */
  health(signal?: AbortSignal, challenge?: string): Promise<Health>;
  /** One page of sessions, newest activity first. */
  list(filter?: SessionFilter): Promise<SessionList>;
  /** All sessions, page by page as the reader goes on. */
  listAll(filter?: SessionFilter): AsyncGenerator<Session>;
  /** `limit`: how much of its conversation; 0 for none. */
  get(
    sessionId: string,
    options?: { readonly signal?: AbortSignal | undefined; readonly limit?: number },
  ): Promise<SessionAnswer>;
  /** A page of the conversation, newest turns unless told otherwise. */
  turns(sessionId: string, filter?: TurnsFilter): Promise<TurnsPage>;
  settings: {
    get(): Promise<Settings>;
    /** Answers with all settings as they are then; null puts one back to its default. */
    change(changes: SettingsPatchInput): Promise<Settings>;
  };
  tokens: {
    list(): Promise<{ readonly items: readonly TokenInfo[] }>;
    /** The only time the token itself is told. */
    add(name: string, role: Role): Promise<CreatedToken>;
    revoke(name: string): Promise<void>;
  };
  devices: {
    list(): Promise<{ readonly items: readonly Device[] }>;
    /** The code in the answer is told once, and opens the hub once. */
    invite(invitation: { readonly role: DeviceRole; readonly name?: string | undefined }): Promise<Pairing>;
    /** Pairs the browser that calls: it gets a cookie, and a key to be sent beside it from then on. */
    pair(code: string, name?: string): Promise<PairedDevice>;
    change(id: string, patch: DevicePatch): Promise<Device>;
    revoke(id: string): Promise<void>;
  };
  push: PushCalls;
  /** Who the hub takes us for. */
  me(): Promise<Me>;
  /** Unpairs the device that calls. */
  leave(): Promise<void>;
  subscribe(options: SubscribeOptions): AsyncGenerator<StreamMessage>;
  /** Resolves when the turn that took the message is over, or the message never gets one. */
  waitForTurn(sessionId: string, messageId: string, options: WaitOptions): Promise<TurnResult>;
}

export function createClient(address: HubAddress): Client {
  const send = createSender(address);
  const call = createCaller(send);
  const list = ({ ids, ...filter }: SessionFilter = {}) =>
    call('GET /api/sessions', { query: { ...filter, ids: ids?.join() } });

  const client: Client = {
    ...steeringCalls(call),
    ...recordCalls(call, send),
    ...answerCalls(call),
    ...auditCalls(call, send),
    ...policyCalls(call),
    ...historyCalls(call),
    health: (signal, challenge) => call('GET /api/health', { signal, query: { challenge } }),
    list,
    async *listAll(filter = {}) {
      for (let cursor = filter.cursor; ; ) {
        const { items, next_cursor } = await list({ ...filter, ...(cursor !== undefined && { cursor }) });
        yield* items;
        if (next_cursor === undefined) return;
        cursor = next_cursor;
      }
    },
    get: (id, { signal, limit } = {}) =>
      call('GET /api/sessions/:id', { params: { id }, signal, query: { limit } }),
    turns: (id, filter = {}) => call('GET /api/sessions/:id/turns', { params: { id }, query: { ...filter } }),
    settings: {
      get: () => call('GET /api/settings'),
      change: (body) => call('PATCH /api/settings', { body }),
    },
    tokens: {
      list: () => call('GET /api/tokens'),
      add: (name, role) => call('POST /api/tokens', { body: { name, role } }),
      revoke: (name) => call('DELETE /api/tokens/:name', { params: { name } }),
    },
    devices: {
      list: () => call('GET /api/devices'),
      invite: (body) => call('POST /api/pairings', { body }),
      pair: (code, name) => call('POST /api/pair', { body: { code, ...(name && { name }) } }),
      change: (id, body) => call('PATCH /api/devices/:id', { params: { id }, body }),
      revoke: (id) => call('DELETE /api/devices/:id', { params: { id } }),
    },
    push: pushCalls(call),
    me: () => call('GET /api/me'),
    leave: () => call('DELETE /api/me'),
    subscribe: (options) => subscribe(send, options),
    waitForTurn: (sessionId, messageId, options) => waitForTurn(client, sessionId, messageId, options),
  };
  return client;
}
