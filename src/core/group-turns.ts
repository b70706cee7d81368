/** Groups ordered items into turns: each prompt starts one, and its end closes it. */
import type { Item } from '../protocol/conversation.ts';
import type { Turn } from '../protocol/session.ts';

/** `items` must be ordered. Items before the first prompt become a turn without one. */
export function groupTurns(items: readonly Item[]): Turn[] {
  const turns: Turn[] = [];
  for (const item of items) {
    if (item.kind === 'prompt') turns.push({ prompt: item, items: [] });
    else if (item.kind === 'end') close(turns, item);
    else current(turns).items.push(item);
  }
  return turns;
}

function current(turns: Turn[]): Turn {
  const last = turns.at(-1);
  if (last) return last;
  const fresh: Turn = { items: [] };
  turns.push(fresh);
  return fresh;
}

function close(turns: Turn[], { prompt_id, outcome, duration_ms }: Extract<Item, { kind: 'end' }>): void {
  const turn = turnOf(turns, prompt_id) ?? current(turns);
  turn.outcome = outcome;
  if (duration_ms !== undefined) turn.duration_ms = duration_ms;
}

/** Hooks may have named a turn before its prompt was known: then the turn keeps the name from the hooks. */
export function turnOf(turns: readonly Turn[], promptId: string): Turn | undefined {
  const isNamed = ({ prompt }: Turn, field: 'prompt_id' | 'claude_prompt_id') =>
    prompt?.kind === 'prompt' && prompt[field] === promptId;
  return (
    turns.findLast((turn) => isNamed(turn, 'prompt_id')) ??
    turns.findLast((turn) => isNamed(turn, 'claude_prompt_id'))
  );
}

/** The order of items: by position, then by id so that it is the same everywhere. */
export function byPosition(a: Item, b: Item): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
