/** The folders and titles of waiting sessions: loaded when an unknown session appears. */
import type { Client } from '../../sdk/client.ts';
import type { SessionPlace } from './render-inbox.ts';

export class SessionPlaces {
  readonly #client: Client;
  readonly #known = new Map<string, SessionPlace>();

  constructor(client: Client) {
    this.#client = client;
  }

  readonly of = (sessionId: string): SessionPlace | undefined => this.#known.get(sessionId);

  /** Loads the sessions, as far as the hub knows them. */
  async learn(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.every((id) => this.#known.has(id))) return;
    for await (const { session_id, cwd, title } of this.#client.listAll({ status: 'waiting', limit: 500 })) {
      this.#known.set(session_id, { cwd, title });
    }
    for (const id of sessionIds) {
      if (this.#known.has(id)) continue;
      const found = await this.#client.get(id).catch(() => undefined);
      if (found) this.#known.set(id, { cwd: found.cwd, title: found.title });
    }
  }
}
