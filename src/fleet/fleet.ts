/**
 * This host's part in its fleet: publishes its log, keeps copies of the others', says that it is there, and carries calls
 * both ways. Without NATS the hub goes on by itself; when NATS is back, everyone catches up.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { HubLog } from '../lib/hub-log.ts';
import { REINS_VERSION } from '../lib/version.ts';
import type { Identity, Role } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { CopyStore } from '../store/copies.ts';
import { Calls, serveCalls } from './calls.ts';
import { connectNats } from './connect-nats.ts';
import { CopyFollower } from './copy-follower.ts';
import { EventPublisher, type PublishedPlace, type SharedLog } from './event-publisher.ts';
import { Hosts, type KnownHost } from './hosts.ts';
import type { Membership } from './membership.ts';
import { openHosts, prepareStreams } from './prepare-streams.ts';
import {
  encodeResponse,
  fetchPage,
  forwardHttp,
  type HttpRequestHead,
  readRequest,
} from './remote-requests.ts';

const RETRY_MS = 2000;

/** From the least to the most powerful; `ingest` is for hooks and never travels. */
const POWERS: readonly Role[] = ['viewer', 'approver', 'operator'];

export interface FleetOptions {
  readonly membership: Membership;
  readonly isFounder: boolean;
  readonly log: SharedLog;
  readonly place: PublishedPlace;
  readonly copies: CopyStore;
  readonly maxRole: () => Role;
  readonly countSessions: () => number;
  /** Answers a call of the API as if it had come over HTTP. */
  readonly answerHttp: (head: HttpRequestHead, body: Buffer, by: Identity) => Promise<Response>;
  /** Throws on hosts that have not founded the fleet. */
  readonly replaceKey: (host: string, publicKey: string) => void;
  readonly output: HubLog;
}

/** What exists while there is a connection. */
interface Connected {
  readonly nats: NatsConnection;
  readonly calls: Calls;
  readonly hosts: Hosts;
  readonly follower: CopyFollower;
  close(): Promise<void>;
}

export class Fleet {
  readonly #options: FleetOptions;
  readonly #startedAt = new Date().toISOString();
  #connected: Connected | undefined;
  #isClosed = false;
  #abortPause: () => void = () => {};
  readonly #done: Promise<void>;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#done = this.#connect();
  }

  get isConnected(): boolean {
    return this.#connected !== undefined && !this.#connected.nats.isClosed();
  }

  /** This host included. Empty until NATS was reached for the first time. */
  hosts(): KnownHost[] {
    return this.#connected?.hosts.list() ?? [];
  }

  /** Sends a call of the API to its owner. Throws `host_offline`. */
  async forward(host: string, request: Request, by: Identity): Promise<Response> {
    if (!this.#connected)
      throw new ReinsError('host_offline', 'The fleet cannot be reached: NATS does not answer.', { host });
    return forwardHttp(this.#connected.calls, host, request, by);
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
    const { membership, isFounder, log, place, copies, output } = this.#options;
    const host = membership.host_id;
    const prepare = async () => {
      if (isFounder) await prepareStreams(nats);
    };
    await prepare();
    const calls = new Calls(nats, host);
    const follower = new CopyFollower({
      ...{ nats, host, copies, output },
      fetchPage: (owner, after) => fetchPage(calls, owner, after),
    });
    const stopServing = serveCalls(nats, host, (request, caller) => this.#answer(request, caller));
    const hosts = new Hosts({
      bucket: await openHosts(nats),
      describe: () => this.#describe(),
      onHeartbeat: ({ host_id, epoch, position }) => follower.compare(host_id, { epoch, position }),
      onFailure: (error) => output.warn('Failed to send a heartbeat to the fleet', error),
    });
    const publisher = new EventPublisher({ nats, host, log, place, output });
    void onReconnect(nats, async () => {
      // The server may have lost its streams.
      await prepare().catch((error) => output.warn('Failed to prepare the streams of the fleet', error));
      follower.restart();
      hosts.restart();
    });
    return {
      nats,
      calls,
      hosts,
      follower,
      async close() {
        stopServing();
        await hosts.close();
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

  async *#answer(request: Buffer, caller: string): AsyncGenerator<Uint8Array> {
    const { head, body } = readRequest(request);
    if (head.verb === 'page') {
      const { log } = this.#options;
      const page = log.page(head.epoch === log.epoch() ? head.after : 0);
      yield Buffer.from(JSON.stringify(page));
      return;
    }
    if (head.verb === 'replace_key') {
      // NATS reads its users again then, and disconnects everyone for a moment: first the reply must be out.
      setImmediate(async () => {
        await this.#connected?.nats.flush();
        this.#options.replaceKey(caller, head.public_key);
      });
      return;
    }
    const by = this.#vouchedFor(head.by, caller);
    yield* encodeResponse(await this.#options.answerHttp(head, body, by));
  }

  /** The other host says who calls and in which role; this host says what that is worth here. */
  #vouchedFor({ id, name, role }: HttpRequestHead['by'], caller: string): Identity {
    const [asked, allowed] = [POWERS.indexOf(role), POWERS.indexOf(this.#options.maxRole())];
    if (asked === -1)
      throw new ReinsError('host_refused', `A caller with the role ${role} cannot act on other hosts.`);
    const front = this.hosts().find(({ host_id }) => host_id === caller)?.name ?? caller;
    const capped = POWERS[Math.min(asked, allowed)] ?? 'viewer';
    return { id: `fleet:${caller}:${id}`, name: `${name} (${front})`, role: capped };
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

async function onReconnect(nats: NatsConnection, act: () => Promise<void>): Promise<void> {
  for await (const { type } of nats.status()) if (type === 'reconnect') await act();
}
