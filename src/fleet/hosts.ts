/**
 * The hosts of a fleet: this one sends heartbeats, and receives all of them. The age of a heartbeat is measured on the clock of
 * the NATS server, which each arriving heartbeat shows, because the clocks of hosts differ.
 */
import type { KV } from '@nats-io/kv';
import { type Heartbeat, parseHeartbeat } from './heartbeat.ts';

const HEARTBEAT_MS = 5000;
const LATE_MS = 15_000;
const OFFLINE_MS = 45_000;

export interface KnownHost extends Heartbeat {
  readonly state: 'online' | 'late' | 'offline';
  /** When its last heartbeat arrived. */
  readonly heard_at: string;
}

interface Received {
  readonly heartbeat: Heartbeat;
  /** On the clock of the server. */
  readonly at: Date;
}

export interface HostsOptions {
  readonly bucket: KV;
  readonly describe: () => Heartbeat;
  readonly onHeartbeat: (heartbeat: Heartbeat) => void;
  /** The host has left or was removed. */
  readonly onRemoved: (host: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export class Hosts {
  readonly #options: HostsOptions;
  readonly #received = new Map<string, Received>();
  readonly #timer: NodeJS.Timeout;
  /** Milliseconds by which the server's clock is ahead of this host's monotonic one. Unknown until a heartbeat arrives. */
  #serverAhead: number | undefined;
  /** Revisions of the last heartbeat that this host has stored, and of the last of any host that has arrived. */
  #stored = 0;
  #arrived = 0;
  #stopWatching: () => void = () => {};
  #isClosed = false;

  constructor(options: HostsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    this.announce();
    void this.#watch();
  }

  /** Sends a heartbeat now. */
  announce(): void {
    this.#put(this.#options.describe()).catch(this.#options.onFailure);
  }

  /** Starts watching again: after a reconnection the bucket may be another one. */
  restart(): void {
    this.#stopWatching();
    this.announce();
  }

  /** Whether a heartbeat has arrived, so that the list is complete: this host's own comes after those of all others. */
  get isComplete(): boolean {
    return this.#serverAhead !== undefined;
  }

  list(): KnownHost[] {
    return [...this.#received.values()]
      .map(({ heartbeat, at }) => ({
        ...heartbeat,
        state: this.#stateOf(heartbeat, at),
        heard_at: at.toISOString(),
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#stopWatching();
    const left_at = new Date().toISOString();
    await this.#put({ ...this.#options.describe(), left_at }).catch(() => {});
  }

  #beat(): void {
    // NATS 2.9 can leave a watch without entries if it began while the bucket was created: its own entry does not arrive.
    if (this.#arrived < this.#stored) this.#stopWatching();
    this.announce();
  }

  async #put(heartbeat: Heartbeat): Promise<void> {
    const sent_at = new Date().toISOString();
    this.#stored = await this.#options.bucket.put(
      heartbeat.host_id,
      JSON.stringify({ ...heartbeat, sent_at }),
    );
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const entries = await this.#options.bucket.watch();
        this.#stopWatching = () => entries.stop();
        for await (const entry of entries) {
          this.#arrived = entry.revision;
          if (entry.operation !== 'PUT') {
            this.#received.delete(entry.key);
            this.#options.onRemoved(entry.key);
            continue;
          }
          const heartbeat = parseHeartbeat(entry.key, entry.json());
          if (heartbeat) this.#receive(heartbeat, entry.created, entry.isUpdate);
        }
      } catch (error) {
        if (!this.#isClosed) this.#options.onFailure(error);
      }
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, 1000).unref());
    }
  }

  #receive(heartbeat: Heartbeat, at: Date, isUpdate: boolean): void {
    if (isUpdate) this.#serverAhead = at.getTime() - performance.now();
    this.#received.set(heartbeat.host_id, { heartbeat, at });
    this.#options.onHeartbeat(heartbeat);
  }

  #stateOf({ left_at }: Heartbeat, at: Date): KnownHost['state'] {
    const silence =
      this.#serverAhead === undefined ? LATE_MS : performance.now() + this.#serverAhead - at.getTime();
    if (left_at !== undefined || silence >= OFFLINE_MS) return 'offline';
    return silence >= LATE_MS ? 'late' : 'online';
  }
}
