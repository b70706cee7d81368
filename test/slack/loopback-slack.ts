/**
 * A Slack on loopback: the Web API and Socket Mode, as far as the app uses them. It checks every request
 * against Slack's published shapes, and can limit the rate, lose responses, disconnect and repeat deliveries.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { waitUntil } from '../../stage/patience.ts';
import { checkMessageBlocks, checkView } from './check-blocks.ts';

export type Fields = Record<string, unknown>;

export interface SlackMessage {
  readonly ts: string;
  readonly channel: string;
  readonly thread_ts?: string;
  readonly file?: string;
  text: string;
  blocks: Fields[];
  metadata?: unknown;
  edits: number;
}

export const BOT_TOKEN = 'xoxb-1111111111-2222222222-loopbackloopback';
export const APP_TOKEN = 'xapp-1-A0000000000-1111111111-loopbackloopback';
export const TEAM = 'T0LOOPBACK';
export const CHANNEL = 'C0GENERAL';

/** What the next call of a method meets: `limit` is not carried out, `lose` is carried out without a response. */
type Fault = { readonly kind: 'limit'; readonly seconds: number } | { readonly kind: 'lose' };

interface Uploaded {
  readonly name: string;
  text: string;
  share?: { readonly channel: string; readonly ts: string };
}

export class LoopbackSlack {
  readonly messages: SlackMessage[] = [];
  readonly ephemerals: { readonly user: string; readonly channel: string; readonly text: string }[] = [];
  /** Replies to slash commands. */
  readonly responses: string[] = [];
  readonly views: Fields[] = [];
  readonly homes = new Map<string, Fields>();
  readonly files = new Map<string, Uploaded>();
  /** Requests that the real Slack would refuse. */
  readonly violations: string[] = [];
  readonly calls: string[] = [];
  /** Files of people, by path. */
  readonly downloads = new Map<string, Buffer>();
  readonly groups = new Map<string, readonly string[]>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #triggers = new Set<string>();
  readonly #acks = new Map<string, Fields>();
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  #last = 1_700_000_000_000_000;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    this.#sockets = new WebSocketServer({ server: this.#server, path: '/link' });
    this.#sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { envelope_id, payload } = JSON.parse(String(data)) as {
          envelope_id: string;
          payload?: Fields;
        };
        this.#acks.set(envelope_id, payload ?? {});
      });
      socket.send(JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } }));
    });
  }

  static async open(): Promise<LoopbackSlack> {
    const slack = new LoopbackSlack();
    slack.#server.listen(0, '127.0.0.1');
    await once(slack.#server, 'listening');
    return slack;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get apiUrl(): string {
    return `${this.url}/api/`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  fail(method: string, ...faults: Fault[]): void {
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...faults]);
  }

  /** As Slack does when it moves a connection to another server. */
  disconnect(): void {
    for (const socket of this.#sockets.clients) {
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    }
  }

  nextTs(): string {
    this.#last += 1_000_000;
    return `${Math.floor(this.#last / 1_000_000)}.${String(this.#last % 1_000_000).padStart(6, '0')}`;
  }

  newTrigger(): string {
    const trigger = `${this.nextTs()}.trigger`;
    this.#triggers.add(trigger);
    return trigger;
  }

  /**
   * Like Slack, delivers again if the connection ends before the acknowledgement. `times` repeats it anyway.
   * Returns the response in the acknowledgement.
   */
  async deliver(type: string, payload: Fields, times = 1): Promise<Fields> {
    let answer: Fields | undefined;
    for (let time = 0; time < times || answer === undefined; time++)
      answer = await this.#deliverOnce(type, payload, time);
    return answer;
  }

  async #deliverOnce(type: string, payload: Fields, time: number): Promise<Fields | undefined> {
    const envelope_id = crypto.randomUUID();
    const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;
    const socket = await waitUntil('a connection of the app', () => [...this.#sockets.clients].find(isOpen));
    const envelope = { type, envelope_id, payload, accepts_response_payload: type !== 'events_api' };
    const retry =
      type === 'events_api' ? { retry_attempt: time, retry_reason: time > 0 ? 'timeout' : '' } : {};
    socket.send(JSON.stringify({ ...envelope, ...retry }));
    await waitUntil(`an acknowledgement of ${type}`, () => this.#acks.has(envelope_id) || !isOpen(socket));
    return this.#acks.get(envelope_id);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', this.url).pathname;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (path.startsWith('/upload/'))
      return this.#receiveUpload(path.slice('/upload/'.length), body, response);
    if (path.startsWith('/files/')) return this.#download(path, request, response);
    if (path === '/response') {
      this.responses.push(String((JSON.parse(String(body)) as Fields)['text']));
      response.end('ok');
      return;
    }
    const method = path.replace(/^\/api\//, '');
    this.calls.push(method);
    const fault = this.#faults.get(method)?.shift();
    if (fault?.kind === 'limit') {
      response.writeHead(429, { 'retry-after': String(fault.seconds) }).end();
      return;
    }
    const result = this.#call(method, readForm(body), request.headers.authorization ?? '');
    if (fault?.kind === 'lose') {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  }

  #call(method: string, args: Fields, authorization: string): Fields {
    const token = method === 'apps.connections.open' ? APP_TOKEN : BOT_TOKEN;
    if (authorization !== `Bearer ${token}`) return { ok: false, error: 'invalid_auth' };
    const handle = this.#methods[method];
    if (!handle) return this.#refuse(method, 'unknown_method', [`${method} is not known here`]);
    return handle(args);
  }

  readonly #methods: Readonly<Record<string, (args: Fields) => Fields>> = {
    'apps.connections.open': () => ({ ok: true, url: `${this.url.replace('http', 'ws')}/link` }),
    'auth.test': () => ({
      ok: true,
      team: 'Loopback',
      team_id: TEAM,
      user: 'reins',
      user_id: 'U0REINS',
      bot_id: 'B1',
    }),
    'users.info': ({ user }) => ({
      ok: true,
      user: {
        id: user,
        name: String(user).toLowerCase(),
        profile: { display_name: NAMES[String(user)] ?? '' },
      },
    }),
    'usergroups.users.list': ({ usergroup }) => ({
      ok: true,
      users: this.groups.get(String(usergroup)) ?? [],
    }),
    'conversations.open': ({ users }) => ({ ok: true, channel: { id: `D${String(users).slice(1)}` } }),
    'chat.postMessage': (args) => this.#post(args),
    'chat.postEphemeral': ({ user, channel, text }) => {
      this.ephemerals.push({ user: String(user), channel: String(channel), text: String(text) });
      return { ok: true, message_ts: this.nextTs() };
    },
    'chat.update': ({ channel, ts, text, blocks = [], metadata }) => {
      const found = this.messages.find((one) => one.channel === channel && one.ts === ts);
      if (!found) return { ok: false, error: 'message_not_found' };
      const problems = checkMessageBlocks(blocks);
      if (problems.length > 0) return this.#refuse('chat.update', 'invalid_blocks', problems);
      Object.assign(found, { text: String(text), blocks, metadata, edits: found.edits + 1 });
      return { ok: true, ts };
    },
    'conversations.replies': ({ channel, ts, include_all_metadata }) =>
      this.#list(
        (one) => one.channel === channel && (one.ts === ts || one.thread_ts === ts),
        include_all_metadata,
      ),
    'conversations.history': ({ channel, include_all_metadata }) =>
      this.#list((one) => one.channel === channel && one.thread_ts === undefined, include_all_metadata),
    'views.open': ({ trigger_id, view }) => {
      if (!this.#triggers.delete(String(trigger_id))) return { ok: false, error: 'expired_trigger_id' };
      return this.#keepView('views.open', view);
    },
    'views.publish': ({ user_id, view }) => {
      const problems = checkView(view);
      if (problems.length > 0) return this.#refuse('views.publish', 'invalid_arguments', problems);
      this.homes.set(String(user_id), view as Fields);
      return { ok: true };
    },
    'files.getUploadURLExternal': ({ filename, length }) => {
      if (!(Number(length) > 0))
        return this.#refuse('files.getUploadURLExternal', 'invalid_arguments', ['length']);
      const id = `F${this.files.size + 1}LOOPBACK`;
      this.files.set(id, { name: String(filename), text: '' });
      return { ok: true, file_id: id, upload_url: `${this.url}/upload/${id}` };
    },
    'files.completeUploadExternal': ({ files, channel_id, thread_ts, initial_comment }) => {
      const [{ id = '' } = {}] = files as { id?: string }[];
      const file = this.files.get(id);
      if (!file || file.text === '' || file.share) return { ok: false, error: 'file_not_found' };
      const channel = String(channel_id);
      const ts = this.#add({ channel, thread_ts, text: initial_comment, file: id });
      file.share = { channel, ts };
      return { ok: true, files: [{ id, shares: { public: { [channel]: [{ ts }] } } }] };
    },
    'files.info': ({ file }) => {
      const { share } = this.files.get(String(file)) ?? {};
      const shares = share ? { public: { [share.channel]: [{ ts: share.ts }] } } : {};
      return { ok: true, file: { id: file, shares } };
    },
  };

  #post(args: Fields): Fields {
    const { channel, text, blocks = [], metadata, thread_ts } = args;
    const { event_type, event_payload } = (metadata ?? {}) as Fields;
    const problems = [
      ...checkMessageBlocks(blocks),
      ...(typeof text === 'string' && text !== '' ? [] : ['text is required for notifications']),
      ...(String(text).length > 40_000 ? ['text is longer than 40,000 characters'] : []),
      ...(metadata === undefined || (/^\w+$/.test(String(event_type)) && typeof event_payload === 'object')
        ? []
        : ['metadata needs event_type and event_payload']),
    ];
    if (problems.length > 0) return this.#refuse('chat.postMessage', 'invalid_blocks', problems);
    if (thread_ts !== undefined && !this.messages.some(({ ts }) => ts === thread_ts))
      return this.#refuse('chat.postMessage', 'thread_not_found', [`no thread ${String(thread_ts)}`]);
    return { ok: true, channel, ts: this.#add({ channel, thread_ts, text, blocks, metadata }) };
  }

  #add({ channel, thread_ts, text, blocks, metadata, file }: Fields): string {
    const ts = this.nextTs();
    this.messages.push({
      ts,
      channel: String(channel),
      ...(thread_ts !== undefined && { thread_ts: String(thread_ts) }),
      ...(file !== undefined && { file: String(file) }),
      text: String(text),
      blocks: (blocks as Fields[] | undefined) ?? [],
      metadata,
      edits: 0,
    });
    return ts;
  }

  #list(fits: (message: SlackMessage) => boolean, withMetadata: unknown): Fields {
    const found = this.messages.filter(fits).map(({ ts, text, thread_ts, metadata }) => ({
      ts,
      text,
      thread_ts,
      ...(String(withMetadata) === 'true' && { metadata }),
    }));
    return { ok: true, messages: found, has_more: false, response_metadata: { next_cursor: '' } };
  }

  #keepView(method: string, view: unknown): Fields {
    const problems = checkView(view);
    if (problems.length > 0) return this.#refuse(method, 'invalid_arguments', problems);
    const kept = { ...(view as Fields), id: `V${this.views.length + 1}LOOPBACK` };
    this.views.push(kept);
    return { ok: true, view: kept };
  }

  #receiveUpload(id: string, body: Buffer, response: ServerResponse): void {
    const file = this.files.get(id);
    if (file) file.text = String(body);
    response.writeHead(file ? 200 : 404).end();
  }

  #download(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file =
      request.headers.authorization === `Bearer ${BOT_TOKEN}` ? this.downloads.get(path) : undefined;
    response.writeHead(file ? 200 : 404).end(file);
  }

  #refuse(method: string, error: string, messages: readonly string[]): Fields {
    this.violations.push(...messages.map((message) => `${method}: ${message}`));
    return { ok: false, error, response_metadata: { messages } };
  }
}

export const NAMES: Readonly<Record<string, string>> = { U0ADA: 'Ada', U0BOB: 'Bob', U0EVE: 'Eve' };

/** Slack's client sends forms in which lists and objects are JSON. */
function readForm(body: Buffer): Fields {
  return Object.fromEntries(
    [...new URLSearchParams(String(body))].map(([name, value]) => {
      if (!/^[[{]/.test(value)) return [name, value];
      try {
        return [name, JSON.parse(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}
