/**
 * The models that an editor can offer: as Claude Code lists them. A run in a terminal and an ended session do not list them;
 * then the list of another session of this editor is used, and without one Claude Code's usual names.
 */
import { MODEL_ALIASES } from '../core/model-choices.ts';
import type { Model } from '../protocol/completion.ts';
import type { Client } from '../sdk/client.ts';

const USUAL: readonly Model[] = ['default', ...MODEL_ALIASES].map((value) => ({ value, name: value }));

export class OfferedModels {
  #known: readonly Model[] = USUAL;

  async of(client: Pick<Client, 'models'>, sessionId: string): Promise<readonly Model[]> {
    const { items } = await client.models(sessionId).catch(() => ({ items: [] }));
    if (items.length > 0) this.#known = items;
    return this.#known;
  }
}
