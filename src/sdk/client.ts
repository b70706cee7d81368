/**
 * The client of a hub, for the page, the terminal, editors and bots: `createClient({url, token})`. Each call
 * is one request; streams are in subscribe.ts, the live view in live-session.ts.
 */
import type { CreatedToken, Role, TokenList } from '../protocol/access.ts';
import type { SessionAnswer, SessionList, TurnsPage } from '../protocol/api.ts';
import type {
  Device,
  DeviceList,
  DevicePatch,
  Me,
  NewPairingInput,
  PairedDevice,
  Pairing,
} from '../protocol/devices.ts';
import type { Health } from '../protocol/hub.ts';
import type { PromptImageList } from '../protocol/prompt-images.ts';
import type { Session, Status } from '../protocol/session.ts';
import type { Settings, SettingsPatchInput } from '../protocol/settings.ts';
import type { Setup } from '../protocol/setup.ts';
import { type AnswerCalls, answerCalls } from './answer-calls.ts';
import { type AuditCalls, auditCalls } from './audit-calls.ts';
import { type FleetCalls, fleetCalls } from './fleet-calls.ts';
import { type HistoryCalls, historyCalls } from './history-calls.ts';
import { createCaller, createSender, type HubAddress } from './hub-request.ts';
import { type PolicyCalls, policyCalls } from './policy-calls.ts';
import { type PushCalls, pushCalls } from './push-calls.ts';
import { type RecordCalls, recordCalls } from './record-calls.ts';
import { type SteeringCalls, steeringCalls } from './steering-calls.ts';
import type { StreamMessage } from './stream-message.ts';
import { type SubscribeOptions, subscribe } from './subscribe.ts';
import { type TurnResult, type WaitOptions, waitForTurn } from './wait-for-turn.ts';

/** Which sessions to list. */
export interface SessionFilter {
  /** Only sessions with this status, or one of these. */
  readonly status?: Status | readonly Status[] | undefined;
  /** Also returns the number of sessions by status and by label. */
  readonly counts?: boolean | undefined;
  /** In a fleet: only this host, by name or id. */
  readonly host?: string | undefined;
  /** Only sessions in this folder. */
  readonly cwd?: string | undefined;
  /** Only sessions whose title, folder or id contains this text. */
  readonly q?: string | undefined;
  /** Only sessions with this label. */
  readonly label?: string | undefined;
  /** True: only pinned sessions; false: only others; both by default. */
  readonly pinned?: boolean | undefined;
  /** True: only archived sessions; false: only others; both by default. */
  readonly archived?: boolean | undefined;
  /** Only these sessions. */
  readonly ids?: readonly string[] | undefined;
  /** The most sessions on a page. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Which part of a conversation to read. */
export interface TurnsFilter {
  /** Only turns before this position: `older_before` of the current page. */
  readonly before?: number;
  /** Instead, turns after this position, oldest first. */
  readonly after?: number;
  /** The most items on a page. */
  readonly limit?: number;
  /** The subagent whose conversation to read; absent for the main one. */
  readonly agent?: string;
}

/** Every method throws a ReinsError if the hub refuses or does not respond. */
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
  /** All sessions, loaded page by page while the caller iterates. */
  listAll(filter?: SessionFilter): AsyncGenerator<Session>;
  /** `limit`: the number of turns of its conversation; 0 for none. */
  get(
    sessionId: string,
    options?: {
      /** Ends the call. */
      readonly signal?: AbortSignal | undefined;
      /** The most turns to return. */
      readonly limit?: number;
    },
  ): Promise<SessionAnswer>;
  /** A page of the conversation, by default the newest turns. */
  turns(sessionId: string, filter?: TurnsFilter): Promise<TurnsPage>;
  /** The images of a prompt: by the `id` of its item, found faster with its `position`. */
  images(
    sessionId: string,
    prompt: { readonly item: string; readonly position?: number },
  ): Promise<PromptImageList>;
  /** The settings of the hub. */
  settings: {
    /** All settings, including defaults. */
    get(): Promise<Settings>;
    /** Returns all settings after the change; null restores a default. */
    change(changes: SettingsPatchInput): Promise<Settings>;
  };
  /** How far the hub is set up. */
  setup: {
    /** Hooks, Claude Code, and the addresses at which devices reach the hub. */
    get(): Promise<Setup>;
    /** Starts a session that asks for permission to run one command. */
    startSample(): Promise<Session>;
  };
  /** The named tokens. */
  tokens: {
    /** All of them, without their secrets. */
    list(): Promise<TokenList>;
    /** The response contains the token itself, only this once. */
    add(name: string, role: Role): Promise<CreatedToken>;
    /** The token stops working immediately. */
    revoke(name: string): Promise<void>;
  };
  /** The paired devices. */
  devices: {
    /** All of them. */
    list(): Promise<DeviceList>;
    /** The response contains the code, only this once; it works once. */
    invite(invitation: NewPairingInput): Promise<Pairing>;
    /** Pairs the calling browser: it gets a cookie, and a key to send with it from then on. */
    pair(code: string, name?: string): Promise<PairedDevice>;
    /** Changes the name or role of a device. */
    change(id: string, patch: DevicePatch): Promise<Device>;
    /** The device loses access immediately. */
    revoke(id: string): Promise<void>;
  };
  /** Notifications of the calling device. */
  push: PushCalls;
  /** The hosts of the fleet. */
  fleet: FleetCalls;
  /** The caller's identity according to the hub. */
  me(): Promise<Me>;
  /** Unpairs the calling device. */
  leave(): Promise<void>;
  /** Events of one session or of all, across lost connections and restarts of the hub, each once. */
  subscribe(options: SubscribeOptions): AsyncGenerator<StreamMessage>;
  /** Resolves when the turn of the prompt is over, or the prompt never gets one. */
  waitForTurn(sessionId: string, messageId: string, options: WaitOptions): Promise<TurnResult>;
}

/** All calls of the HTTP API. Sends nothing yet. */
export function createClient(address: HubAddress): Client {
  const send = createSender(address);
  const call = createCaller(send);
  const list = ({ ids, status, counts, pinned, archived, ...filter }: SessionFilter = {}) =>
    call('GET /api/sessions', {
      query: {
        ...filter,
        ids: ids?.join(),
        status: status && [status].flat().join(),
        ...(counts && { counts: 'true' }),
        ...(pinned !== undefined && { pinned: `${pinned}` }),
        ...(archived !== undefined && { archived: `${archived}` }),
      },
    });

  const client: Client = {
    ...steeringCalls(call, address.host),
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
    images: (id, prompt) => call('GET /api/sessions/:id/images', { params: { id }, query: { ...prompt } }),
    settings: {
      get: () => call('GET /api/settings'),
      change: (body) => call('PATCH /api/settings', { body }),
    },
    setup: {
      get: () => call('GET /api/setup'),
      startSample: () => call('POST /api/setup/sample'),
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
    fleet: fleetCalls(call),
    me: () => call('GET /api/me'),
    leave: () => call('DELETE /api/me'),
    subscribe: (options) => subscribe(send, options),
    waitForTurn: (sessionId, messageId, options) => waitForTurn(client, sessionId, messageId, options),
  };
  return client;
}
