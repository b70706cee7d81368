/** The hub for the Slack app: as itself to read, and on behalf of a person to do something. */
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type Client, createClient } from '../sdk/client.ts';
import type { HubAddress } from '../sdk/hub-request.ts';
import type { Person } from './people.ts';

export class SlackHub {
  readonly client: Client;
  readonly #address: HubAddress;

  constructor(address: HubAddress) {
    this.#address = address;
    this.client = createClient(address);
  }

  /** The hub records the person's name, and applies their role. */
  actingFor({ name, role }: Person): Client {
    return createClient({ ...this.#address, actingFor: { name, role } });
  }

  /** Throws `interaction_not_found`. */
  async interaction(id: string): Promise<Interaction> {
    const { items } = await this.client.interactions({ id });
    const found = items.find((one) => one.id === id);
    if (!found) throw new ReinsError('interaction_not_found', 'This request no longer exists.');
    return found;
  }
}
