/** The identity of an interaction's end: the first end counts, unless the interaction was opened again after it. */
import type { Interaction } from '../protocol/interactions.ts';

export function closingKey({ id, reopened = 0 }: Pick<Interaction, 'id' | 'reopened'>): string {
  return reopened === 0 ? `closed:${id}` : `closed:${id}:${reopened}`;
}
