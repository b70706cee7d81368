/**
 * This host's part in its fleet: publishes its log, keeps copies of the others', sends heartbeats, and carries calls
 * both ways. Without NATS, the hub works alone; when NATS is back, everyone catches up.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubLog } from '../lib/hub-log.ts';
import { REINS_VERSION } from '../lib/version.ts';
import type { Identity, Role } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type TextDelta, textDeltaSchema } from '../protocol/live.ts';
import type { CopyStore } from '../store/copies.ts';
import { Calls, serveCalls } from './calls.ts';
import { connectNats } from './connect-nats.ts';
import { CopyFollower } from './copy-follower.ts';
import { EventPublisher, type PublishedPlace, type SharedLog } from './event-publisher.ts';
import { Hosts, type KnownHost } from './hosts.ts';
import { type Admission, serveJoins } from './join-requests.ts';
import { type LiveSource, sendLive } from './live-source.ts';
import type { Membership } from './membership.ts';
import { openHosts, prepareStreams } from './prepare-streams.ts';
import { exchangePresence, type SharedPresence } from './presence-exchange.ts';
import { type PostedPrompt, PromptPost, type PromptPostOptions, type Refusal } from './prompt-post.ts';
import {
  encodeResponse,
  fetchPage,
  forwardHttp,
  type HttpRequestHead,
  liveLines,
  type RemoteRequest,
  readRequest,
} from './remote-requests.ts';
import { RemoteTerminal, type TerminalListener } from './remote-terminal.ts';
import { type OpenTerminal, TerminalServer } from './terminal-server.ts';

const RETRY_MS = 2000;

type TerminalRequest = Extract<RemoteRequest, { verb: `terminal${string}` }>;

/** From the least to the most powerful; `ingest` is for hooks and never travels. */
const POWERS: readonly Role[] = ['viewer', 'approver', 'operator'];

export interface FleetOptions {
  readonly membership: Membership;
  readonly log: SharedLog;
  readonly place: PublishedPlace;
  readonly copies: CopyStore;
  readonly maxRole: () => Role;
  readonly countSessions: () => number;
  /** Answers an API call as if it had come over HTTP. */
  readonly answerHttp: (head: HttpRequestHead, body: Buffer, by: Identity) => Promise<Response>;
  /** Present on the host that founded the fleet. */
  readonly founder?: FounderDuties | undefined;
  /** Opens a terminal of this host for a person on another one. */
  readonly openTerminal: OpenTerminal;
  readonly presence: SharedPresence;
  readonly live: LiveSource;
  /** Whether other hosts may see this session. */
  readonly isShared: (sessionId: string) => boolean;
  readonly onPromptRefused: PromptPostOptions['onRefused'];
  readonly output: HubLog;
}

/** What only the founder does for the others. */
export interface FounderDuties extends Admission {
  replaceKey(host: string, publicKey: string): void;
  remove(host: string): Promise<void>;
}

/** What exists while there is a connection. */
interface Connected {
  readonly nats: NatsConnection;
  readonly calls: Calls;
  readonly hosts: Hosts;
  readonly follower: CopyFollower;
  /** False while the connection is lost, and until the other hosts are known. */
  isUp(): boolean;
  readonly prompts: PromptPost;
  close(): Promise<void>;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #startedAt = new Date().toISOString();
  #connected: Connected | undefined;
  #isClosed = false;
  #abortPause: () => void = () => {};
  readonly #done: Promise<void>;
  readonly #terminals: TerminalServer;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#terminals = new TerminalServer(options.openTerminal);
    this.#done = this.#connect();
  }

  get isConnected(): boolean {
    return this.#connected?.isUp() ?? false;
  }

  /** This host included. Empty until NATS was reached for the first time. */
  hosts(): KnownHost[] {
    return this.#connected?.hosts.list() ?? [];
  }

  /** Sends an API call to its owner. Throws `host_offline`. */
  async forward(host: string, request: Request, by: Identity): Promise<Response> {
    if (!this.#connected)
      throw new ReinsError('host_offline', 'Cannot reach the fleet: NATS does not respond.', { host });
    return forwardHttp(this.#connected.calls, host, request, by);
  }

  /** Has NATS keep a prompt until its host is back. Throws `host_offline` if NATS cannot be reached. */
  async postPrompt(owner: string, messageId: string, prompt: PostedPrompt): Promise<void> {
    await this.#requirePrompts(owner).send(owner, messageId, prompt);
  }

  async removePrompt(owner: string, messageId: string): Promise<void> {
    await this.#requirePrompts(owner).remove(owner, messageId);
  }

  /** Opens a terminal of another host here. Throws `host_offline`. */
  openTerminal(
    host: string,
    sessionId: string,
    by: () => Identity,
    listener: TerminalListener,
  ): RemoteTerminal {
    if (!this.#connected) throw new ReinsError('host_offline', 'Cannot reach the fleet.', { host });
    return new RemoteTerminal(this.#connected.calls, host, sessionId, by, listener);
  }

  /** Passes on the text of another host's session while it is being written, until the signal fires. */
  async followLive(
    host: string,
    sessionId: string,
    take: (delta: TextDelta) => void,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted && !this.#isClosed) {
      try {
        if (!this.#connected) throw new ReinsError('host_offline', 'NATS does not respond.');
        const lines = liveLines(this.#connected.calls, host, sessionId, signal);
        for await (const line of lines) take(textDeltaSchema.parse(line));
      } catch {
        // The owner is offline, or of another version: its events come when it is back.
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#abortPause();
    await this.#connected?.close();
    await this.#done;
  }

  async #connect(): Promise<void> {
    const { membership, output } = this.#options;
    let hasWarned = false;
    while (!this.#isClosed && !this.#connected) {
      let nats: NatsConnection | undefined;
      try {
        nats = await connectNats(membership);
        this.#connected = await this.#begin(nats);
        if (this.#isClosed) await this.#connected.close();
      } catch (error) {
        await nats?.close().catch(() => {});
        if (!hasWarned)
          output.warn(
            `Cannot reach the fleet ${membership.fleet} at ${membership.servers.join(', ')}; trying again`,
            error,
          );
        hasWarned = true;
        await this.#pause();
      }
    }
  }

  async #begin(nats: NatsConnection): Promise<Connected> {
    const { membership, founder, log, place, copies, output } = this.#options;
    const host = membership.host_id;
    const prepare = async () => {
      // Without a founder, every host may have to.
      if (membership.founder === undefined || membership.founder === host) await prepareStreams(nats);
    };
    await prepare();
    const calls = new Calls(nats, host);
    const follower = new CopyFollower({
      ...{ nats, host, copies, output },
      fetchPage: (owner, after) => fetchPage(calls, owner, after),
    });
    const stopServing = serveCalls(nats, host, (request, caller, signal) =>
      this.#answer(request, caller, signal),
    );
    const stopAdmitting = founder ? serveJoins(nats, host, founder) : () => {};
    const hosts = new Hosts({
      bucket: await openHosts(nats),
      describe: () => this.#describe(),
      onHeartbeat: ({ host_id, epoch, position }) => follower.compare(host_id, { epoch, position }),
      onRemoved: (removed) => {
        if (removed !== host) copies.remove(removed);
      },
      onFailure: (error) => output.warn('Failed to send a heartbeat to the fleet', error),
    });
    const stopPresence = exchangePresence(nats, host, this.#options.presence);
    const prompts = new PromptPost({
      ...{ nats, host, output },
      deliver: (prompt, caller) => this.#deliver(prompt, caller),
      onRefused: this.#options.onPromptRefused,
    });
    const publisher = new EventPublisher({ nats, host, log, place, output });
    let isUp = true;
    void followConnection(nats, async (isBack) => {
      isUp = isBack;
      if (!isBack) return;
      // The server may have lost its streams.
      await prepare().catch((error) => output.warn("Failed to prepare the fleet's streams", error));
      follower.restart();
      prompts.restart();
      hosts.restart();
    });
    return {
      nats,
      calls,
      hosts,
      follower,
      isUp: () => isUp && hosts.isComplete,
      prompts,
      async close() {
        stopServing();
        stopAdmitting();
        stopPresence();
        await hosts.close();
        await prompts.close();
        await publisher.close();
        await follower.close();
        await nats.close();
      },
    };
  }

  #describe() {
    const { membership, log, maxRole, countSessions } = this.#options;
    return {
      host_id: membership.host_id,
      name: membership.name,
      version: REINS_VERSION,
      epoch: log.epoch(),
      position: log.lastPosition(),
      max_role: maxRole(),
      sessions: countSessions(),
      started_at: this.#startedAt,
    };
  }

  async *#answer(request: Buffer, caller: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { head, body } = readRequest(request);
    if (head.verb === 'page') {
      const { log } = this.#options;
      const page = log.page(head.epoch === log.epoch() ? head.after : 0);
      yield Buffer.from(JSON.stringify(page));
      return;
    }
    if (head.verb === 'terminal' || head.verb === 'terminal_input' || head.verb === 'terminal_end') {
      yield* this.#answerTerminal(head, caller, signal);
      return;
    }
    if (head.verb === 'live') {
      const { live, isShared } = this.#options;
      if (isShared(head.session_id)) yield* sendLive(live, head.session_id, signal);
      return;
    }
    if (head.verb !== 'http') {
      const { founder, output } = this.#options;
      if (!founder) throw new ReinsError('host_refused', 'Only the host that founded the fleet can do this.');
      // NATS then reloads its users and may end connections: the reply must be sent first.
      setImmediate(async () => {
        await this.#connected?.nats.flush();
        if (head.verb === 'replace_key') return founder.replaceKey(caller, head.public_key);
        await founder
          .remove(caller)
          .catch((error) => output.warn('Failed to remove a host that left', error));
      });
      return;
    }
    const by = this.#vouchedFor(head.by, caller);
    yield* encodeResponse(await this.#options.answerHttp(head, body, by));
  }

  #requirePrompts(host: string): PromptPost {
    if (this.#connected) return this.#connected.prompts;
    throw new ReinsError('host_offline', 'Cannot reach the fleet: NATS does not respond.', { host });
  }

  /** Permanent refusals are not retried. */
  async #deliver(
    { session_id, body, by }: PostedPrompt,
    caller: string,
  ): Promise<'done' | 'try again' | Refusal> {
    const path = `/api/sessions/${encodeURIComponent(session_id)}/message`;
    const headers = { 'content-type': 'application/json' };
    const head: HttpRequestHead = { verb: 'http', method: 'POST', path, headers, by };
    const person = this.#vouchedFor(by, caller);
    const response = await this.#options.answerHttp(head, Buffer.from(JSON.stringify(body)), person);
    if (response.ok) return 'done';
    if (response.status >= 500) return 'try again';
    const { error } = (await response.json()) as { error: Refusal };
    return { code: error.code, message: error.message };
  }

  async *#answerTerminal(
    { verb, terminal, session_id, text, by }: TerminalRequest,
    caller: string,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const name = `${caller} ${terminal}`;
    if (verb === 'terminal_end') return this.#terminals.end(name);
    const person = this.#vouchedFor(by, caller);
    if (verb === 'terminal') yield* this.#terminals.serve(name, session_id, person, signal);
    else this.#terminals.take(name, text, person);
  }

  /** The other host names the caller and their role; this host caps the role. */
  #vouchedFor({ id, name, role }: HttpRequestHead['by'], caller: string): Identity {
    const [asked, allowed] = [POWERS.indexOf(role), POWERS.indexOf(this.#options.maxRole())];
    if (asked === -1)
      throw new ReinsError('host_refused', `A caller with the role ${role} cannot act on other hosts.`);
    const front = this.hosts().find(({ host_id }) => host_id === caller)?.name ?? caller;
    const capped = POWERS[Math.min(asked, allowed)] ?? 'viewer';
    return { id: `fleet:${caller}:${id}`, name: `${name} (${front})`, role: capped, front };
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      this.#abortPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Calls back with `false` when the connection is lost, with `true` when it is back. */
async function followConnection(
  nats: NatsConnection,
  act: (isBack: boolean) => Promise<void>,
): Promise<void> {
  for await (const { type } of nats.status())
    if (type === 'reconnect' || type === 'disconnect') await act(type === 'reconnect');
}
