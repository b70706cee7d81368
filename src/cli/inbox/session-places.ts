/** The folders and titles of waiting sessions: loaded when an unknown session appears. */
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { Hosts } from '../../sdk/hosts.ts';
import type { SessionPlace } from './render-inbox.ts';

export class SessionPlaces {
  readonly #client: Client;
  readonly #known = new Map<string, SessionPlace>();
  readonly #hosts: Hosts;

  constructor(client: Client) {
    this.#client = client;
    this.#hosts = new Hosts(client);
  }

  readonly of = (sessionId: string): SessionPlace | undefined => this.#known.get(sessionId);

  /** Loads the sessions, as far as the hub knows them. */
  async learn(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.every((id) => this.#known.has(id))) return;
    await this.#hosts.load();
    for await (const session of this.#client.listAll({ status: 'waiting', limit: 500 })) this.#keep(session);
    for (const id of sessionIds) {
      if (this.#known.has(id)) continue;
      const found = await this.#client.get(id).catch(() => undefined);
      if (found) this.#keep(found);
    }
  }

  #keep(session: Session): void {
    const { session_id, cwd, title } = session;
    this.#known.set(session_id, { cwd, title, host: this.#hosts.nameOf(session) });
  }
}
