/** Finds a request by the start of its id, or the only pending one. */
import { interactionText } from '../../core/wording/interaction-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { shortIds } from '../terminal/short-ids.ts';

const NAMED = 9;

/**
 * Also finds a closed one, so that a late caller learns who was first. Throws if there is none, or if several
 * match.
 */
export async function findInteraction(client: Client, meant: string): Promise<Interaction> {
  const { items } = await client.interactions({ id: meant.toLowerCase() });
  const open = items.filter(({ state }) => state === 'open');
  const [only, ...others] = open.length > 0 ? open : items;
  if (!only) {
    throw new ReinsError(
      'interaction_not_found',
      `No request has an id that starts with ${meant}. "reins inbox" lists pending requests.`,
    );
  }
  if (others.length > 0)
    throw unclear(`${meant} matches several requests; give more of the id`, [only, ...others]);
  return only;
}

/** Pending requests, oldest first; throws if there are none. */
export async function findWaiting(client: Client): Promise<[Interaction, ...Interaction[]]> {
  const { items } = await client.interactions({ state: 'open' });
  const [first, ...others] = items;
  if (!first) throw new ReinsError('interaction_not_found', 'No pending requests.');
  return [first, ...others];
}

export function unclear(problem: string, found: readonly Interaction[]): ReinsError {
  const shown = found.slice(0, NAMED);
  const ids = shortIds(found.map(({ id }) => id));
  const lines = shown.map((interaction) => {
    const { line } = interactionText(interaction, interaction.cwd);
    return `\n  ${ids.get(interaction.id)}  ${cleanLine(line).slice(0, 60)}`;
  });
  const more = found.length > NAMED ? `\n  and ${found.length - NAMED} more` : '';
  return new ReinsError('invalid_request', `${problem}:${lines.join('')}${more}`);
}
