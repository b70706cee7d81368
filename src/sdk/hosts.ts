/** The hosts of the fleet, as the hub lists them; loaded again whenever the hub reports a change. */
import type { Host, HostList } from '../protocol/fleet.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from './client.ts';
import { Store } from './store.ts';

/** The part of a session that shows where it runs. */
export type Located = Pick<Session, 'host' | 'host_state'>;

export class Hosts extends Store {
  readonly #client: Pick<Client, 'fleet'>;
  #list: HostList = { items: [] };

  constructor(client: Pick<Client, 'fleet'>) {
    super();
    this.#client = client;
  }

  /** Absent on a hub that is in no fleet. */
  get fleet(): HostList['fleet'] {
    return this.#list.fleet;
  }

  /** This host first. */
  get all(): readonly Host[] {
    return this.#list.items;
  }

  get areSeveral(): boolean {
    return this.all.length > 1;
  }

  /** Leaves the known hosts as they are if the hub does not respond: a later change loads them again. */
  async load(): Promise<void> {
    const list = await this.#client.fleet.hosts().catch(() => undefined);
    if (!list) return;
    this.#list = list;
    this.changed();
  }

  /** The name of a session's host, if it has to be shown: there are several hosts, or it is another one. */
  nameOf({ host, host_state }: Located): string | undefined {
    const self = this.all.find(({ is_self }) => is_self);
    const isHere = host_state === undefined && (self === undefined || host === self.hostname);
    if (isHere) return this.areSeveral ? self?.name : undefined;
    return host;
  }

  /** The state of another host now: newer than the one that came with a session. */
  stateOf({ host, host_state }: Located): Located['host_state'] {
    if (!host_state) return undefined;
    const known = this.all.find(({ name, is_self }) => name === host && !is_self);
    return known ? { state: known.state, last_seen_at: known.last_seen_at } : host_state;
  }
}
