/** A server on a real log in its own folder, listening on loopback, with a token for every role. For tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Draft } from '../src/core/draft.ts';
import { Devices } from '../src/hub/access/devices.ts';
import { makeHubProof } from '../src/hub/access/hub-proof.ts';
import { Keyring } from '../src/hub/access/keyring.ts';
import { Presence } from '../src/hub/access/presence.ts';
import { loadTokenFiles } from '../src/hub/access/token-files.ts';
import { Completion } from '../src/hub/completion/completion.ts';
import { BothAudits } from '../src/hub/fleet/both-audits.ts';
import { BothLogs } from '../src/hub/fleet/both-logs.ts';
import { FleetAdmin } from '../src/hub/fleet/fleet-admin.ts';
import { FleetService } from '../src/hub/fleet/fleet-service.ts';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { SettingsStore } from '../src/hub/home/settings.ts';
import { LiveText } from '../src/hub/intake/live-text.ts';
import { Notifications } from '../src/hub/notifications.ts';
import { PolicyRequests } from '../src/hub/policy/policy-requests.ts';
import { PolicyStore } from '../src/hub/policy/policy-store.ts';
import { HubSetup } from '../src/hub/setup.ts';
import { PermissionRules } from '../src/hub/steering/permission-rules.ts';
import { PromptImages } from '../src/hub/transcripts/prompt-images.ts';
import { loggedSession } from '../src/hub/transcripts/whole-sessions.ts';
import type { Role } from '../src/protocol/access.ts';
import { ReinsError } from '../src/protocol/errors.ts';
import type { EventBody, EventType } from '../src/protocol/events.ts';
import { type App, createApp } from '../src/server/app.ts';
import { listen } from '../src/server/listen.ts';
import type { ServerDeps } from '../src/server/server-deps.ts';
import { AuditReader } from '../src/store/audit-reader.ts';
import { openDatabase } from '../src/store/database.ts';
import { DeviceStore } from '../src/store/devices.ts';
import { EventLog } from '../src/store/event-log.ts';
import { Feed } from '../src/store/feed.ts';
import { LogReader } from '../src/store/log-reader.ts';
import { NotifyStore } from '../src/store/notify-store.ts';
import { TokenStore } from '../src/store/tokens.ts';
import { waitUntil } from '../stage/patience.ts';
import { type Steered, scriptSteering } from './scripted-steering.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const OTHER_SESSION = '22222222-2222-4222-8222-222222222222';
export const START = Date.parse('2026-01-01T00:00:00.000Z');

export interface RunningServer {
  readonly url: string;
  readonly app: App;
  readonly deps: ServerDeps;
  readonly folder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly live: LiveText;
  readonly tokens: Readonly<Record<Role, string>>;
  /** The session operations that the server has requested. */
  readonly steered: readonly Steered[];
  /** Calls the API as the operator, or with the given token. */
  call(path: string, options?: CallOptions): Promise<Response>;
  /** Opens a stream and collects its messages. */
  stream(path: string, headers?: Record<string, string>): Promise<ReadStream>;
  append<Type extends EventType>(type: Type, facts: Facts<Type>, about?: About): number;
  close(): Promise<void>;
}

interface CallOptions {
  readonly token?: string | undefined;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

type Facts<Type extends EventType> = Omit<EventBody<Type>, 'type'>;
type About = Partial<Pick<Draft, 'at' | 'item' | 'position' | 'agent_id' | 'observed' | 'raw'>> & {
  readonly sessionId?: string;
};

export async function startServer(overrides: Partial<ServerDeps> = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-server-'));
  const database = openDatabase(join(folder, 'reins.db'));
  const log = new EventLog(database, 'testhost');
  const reader = new LogReader(database, log.states);
  const files = loadTokenFiles({ folder });
  const devices = new Devices(new DeviceStore(database));
  const keyring = new Keyring(files, new TokenStore(database), devices);
  const settings = new SettingsStore(join(folder, 'config.json'));
  const append: RunningServer['append'] = (
    type,
    facts,
    { sessionId = SESSION, at = START, ...about } = {},
  ) => {
    const draft = { type, ...facts, source: 'transcript', at, ...about } as unknown as Draft;
    return log.append([{ sessionId, drafts: [draft] }])[0]?.position ?? 0;
  };
  const steering = scriptSteering(append);
  const live = new LiveText(log, reader);
  const policy = new PolicyStore(join(folder, 'policy.json'), () => {});
  const places = () => ({ home: folder, userHome: '/home/ann', addresses: ['127.0.0.1:4820'] });
  const presence = new Presence();
  const output = { info: () => {}, warn: () => {} };
  const notifications = new Notifications({
    log,
    reader,
    store: new NotifyStore(database),
    devices,
    presence,
    settings: () => settings.get(),
    keyFile: join(folder, 'push-keys.json'),
    env: {},
    host: 'desk',
    output,
    gatherMs: 0,
  });
  const fleet = new FleetService({
    ...{ home: folder, log, reader, database, presence, live, output, now: Date.now },
    settings: () => settings.get(),
  });
  const feed = new Feed(log, reader);
  const logs = new BothLogs({ epoch: log.epoch, host: log.host, reader, feed, fleet });
  const deps: ServerDeps = {
    fleet,
    fleetAdmin: new FleetAdmin({ home: folder, now: Date.now }),
    epoch: log.epoch,
    reader: logs,
    feed: logs,
    live,
    tokens: keyring,
    devices,
    notifications,
    addresses: () => ['https://hub.example'],
    settings,
    prove: (challenge, port) => makeHubProof(files.operator, challenge, port),
    allowedHosts: () => settings.get().allowed_hosts,
    openSession: async () => {},
    wholeSession: async (sessionId) => loggedSession(reader, sessionId),
    showSession: async () => {},
    completeFrom: () => undefined,
    receiveHook: async (raw) => keepHook(raw, append),
    setup: new HubSetup({
      ...{ home: locateHome({ REINS_HOME: folder }), settings, steering: steering.calls },
      env: { CLAUDE_CONFIG_DIR: join(folder, 'claude'), PATH: '' },
      hostName: hostname,
      addresses: () => ['https://hub.example'],
      publicUrl: () => null,
    }),
    steering: steering.calls,
    completion: new Completion({
      reader,
      host: hostname(),
      commands: async () => [],
      models: async () => [],
    }),
    permissionRules: new PermissionRules({
      ...{ reader, host: hostname(), configFolder: join(folder, 'claude') },
      list: async () => undefined,
    }),
    promptImages: new PromptImages({ reader, configFolder: join(folder, 'claude') }),
    policy: new PolicyRequests({ policy, reader, places }),
    presence,
    history: NO_HISTORY,
    retention: {
      bytesPerDay: () => undefined,
      prune: async ({ days = 1, dry_run = false }) => ({
        ...{ days, dry_run, sessions: 0, without_transcript: 0, events: 0, bytes: 0 },
      }),
    },
    audit: new BothAudits({ own: new AuditReader(database), host: log.host, fleet }),
    answers: { answer: () => Promise.reject(new ReinsError('no_route', 'Nothing waits here.')) },
    ...overrides,
  };
  const app = createApp(deps);
  const listener = await listen(app, '127.0.0.1', 0);
  const ending = new AbortController();
  const { url } = listener;
  const tokens = {
    ...files,
    viewer: keyring.add({ name: 'watcher', role: 'viewer' }).token,
    approver: keyring.add({ name: 'phone', role: 'approver' }).token,
  };
  return {
    url,
    app,
    deps,
    folder,
    log,
    reader,
    live,
    tokens,
    append,
    steered: steering.received,
    call: (path, options) => call(url + path, { token: tokens.operator, ...options }),
    async stream(path, headers = {}) {
      const authorization = { Authorization: `Bearer ${tokens.viewer}` };
      const response = await fetch(url + path, {
        headers: { ...authorization, ...headers },
        signal: ending.signal,
      });
      return new ReadStream(response);
    },
    async close() {
      ending.abort();
      await listener.close();
      policy.close();
      notifications.close();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const NO_HISTORY: ServerDeps['history'] = {
  usage: () => [],
  search: () => Promise.reject(new ReinsError('history_unavailable', 'There is no history here.')),
  status: () => ({
    state: 'ready',
    progress: { files: 0, files_read: 0, bytes: 0, bytes_read: 0, unreadable: 0 },
    database_bytes: 0,
    log_bytes: 0,
    files_gone: 0,
  }),
};

/** The hub's handling of a hook, as far as the server is concerned. */
function keepHook(raw: string, append: RunningServer['append']): object {
  let name: unknown;
  try {
    name = (JSON.parse(raw) as Record<string, unknown>)['hook_event_name'];
  } catch {
    throw new ReinsError('invalid_request', 'A hook must be a JSON object.');
  }
  append('hook_received', { name: String(name) }, { raw });
  return {};
}

function call(url: string, { token, method = 'GET', body, headers = {} }: CallOptions): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** An SSE response being read, with everything received so far. */
export class ReadStream {
  readonly response: Response;
  readonly over: Promise<void>;
  text = '';
  isOver = false;

  constructor(response: Response) {
    this.response = response;
    this.over = this.#read();
  }

  /** Complete messages, without comments and the start position of the stream. */
  frames(): Frame[] {
    return this.#blocks().filter((frame, index) => index > 0 || frame.data !== undefined);
  }

  /** The id that the stream started with, to resume from before its first event. */
  beginsAt(): string | undefined {
    return this.#blocks()[0]?.id;
  }

  #blocks(): Frame[] {
    const blocks = this.text.split('\n\n').slice(0, -1);
    return blocks.filter((block) => !block.startsWith(':')).map(parseFrame);
  }

  async waitForFrames(count: number): Promise<Frame[]> {
    return waitUntil(`${count} frames`, () => this.frames().length >= count && this.frames(), {
      everyMs: 2,
      explain: () => this.text.slice(0, 2000),
    });
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? [])
        this.text += decoder.decode(chunk, { stream: true });
    } catch {
      // The stream was cut, which some tests are about.
    }
    this.isOver = true;
  }
}

function parseFrame(block: string): Frame {
  const lines = block.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line) ?? []);
  const valuesOf = (field: string) =>
    lines.filter(([, name]) => name === field).map(([, , value]) => value ?? '');
  const [[id], [event], data] = [valuesOf('id'), valuesOf('event'), valuesOf('data')];
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data.length > 0 && { data: data.join('\n') }),
  };
}

/** A test with its own server. */
export const serverTest = test.extend<{ server: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  server: async ({}, use) => {
    const server = await startServer();
    try {
      await use(server);
    } finally {
      await server.close();
    }
  },
});
