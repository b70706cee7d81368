/**
 * The conversation of a live session: pages from the hub, with newer events applied by the shared reducers.
 * Owns the known items and their order; pure except for its own state, makes no requests.
 */
import { byPosition, groupTurns, turnOf } from '../core/group-turns.ts';
import { reduceItem } from '../core/reduce-item.ts';
import type { Item, ItemOf } from '../protocol/conversation.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Turn } from '../protocol/session.ts';

interface Page {
  readonly turns: readonly Turn[];
  readonly older_before?: number | undefined;
}

/** The end of the turn whose prompt is before all loaded items. */
const UNKNOWN_PROMPT = '';

export class Conversation {
  /** All items from `olderBefore` on, from pages of the hub. */
  #items = new Map<string, Item>();
  /** How turns ended, by prompt; pages report it on the turn, not as an item. */
  #ends = new Map<string, ItemOf<'end'>>();
  #olderBefore: number | undefined;
  /** Events after the newest page, in order. */
  #newer: ReinsEvent[] = [];
  #isVoid = false;
  /**
   * The pages with newer events applied, and their turns: computed on demand, and kept until something
   * changes.
   */
  #known: Known | undefined;
  #turns: readonly Turn[] | undefined;

  /** The position of the next older page; absent if everything is loaded. */
  get olderBefore(): number | undefined {
    return this.#olderBefore;
  }

  /** The number of events that no page contains yet. */
  get newer(): number {
    return this.#newer.length;
  }

  /** The newest page, and the seq up to which it is complete. */
  rebase(page: Page, seq: number): void {
    const settled = this.#newer.filter((event) => event.seq <= seq);
    this.#newer = this.#newer.filter((event) => event.seq > seq);
    const reported = new Set(settled.map(({ item }) => item));
    const items = page.turns.flatMap(itemsOf);
    if (!this.#isVoid && items.some(({ id }) => this.#items.has(id) || reported.has(id))) {
      // More may have happened since the last page than this one contains. Keeps nothing that is older than
      // all loaded items.
      const oldest = this.#olderBefore ?? Number.NEGATIVE_INFINITY;
      for (const event of settled) {
        const isHeld = this.#items.has(event.item ?? '') || (event.position ?? oldest) >= oldest;
        if (isHeld || isEnd(event)) applyTo({ items: this.#items, ends: this.#ends }, event);
      }
    } else {
      // Nothing of the page was known, so there is a gap between it and the loaded items.
      this.#items.clear();
      this.#ends.clear();
      this.#olderBefore = page.older_before;
      this.#isVoid = false;
    }
    this.#hold(page.turns);
  }

  /** The page before `olderBefore`. */
  prepend(page: Page): void {
    this.#hold(page.turns);
    this.#olderBefore = page.older_before;
  }

  /** Keeps only the newest items; the older ones can be loaded again. */
  forgetOlder(kept: number): void {
    const items = [...this.#items.values()].sort(byPosition);
    const oldest = items.at(-kept);
    if (!oldest || items.length <= kept) return;
    this.#items = new Map(items.slice(-kept).map((item) => [item.id, item]));
    this.#olderBefore = oldest.position;
    const prompts = new Set(items.slice(-kept).map((item) => item.kind === 'prompt' && item.prompt_id));
    for (const id of this.#ends.keys()) if (!prompts.has(id)) this.#ends.delete(id);
    this.#known = undefined;
    this.#turns = undefined;
  }

  /** Another history has started: the next page replaces everything. */
  declareVoid(): void {
    this.#newer = [];
    this.#known = undefined;
    this.#turns = undefined;
    this.#isVoid = true;
  }

  /** The next event of the session; those of subagents belong to separate conversations. */
  add(event: ReinsEvent): void {
    if (event.item === undefined || event.agent_id !== undefined) return;
    this.#newer.push(event);
    if (this.#known) applyTo(this.#known, event);
    this.#turns = undefined;
  }

  /** The same object until something changes. */
  turns(): readonly Turn[] {
    this.#turns ??= this.#group();
    return this.#turns;
  }

  #group(): Turn[] {
    if (!this.#known) {
      this.#known = { items: new Map(this.#items), ends: new Map(this.#ends) };
      for (const event of this.#newer) applyTo(this.#known, event);
    }
    const turns = groupTurns([...this.#known.items.values()].filter(isPresentable).sort(byPosition));
    for (const end of this.#known.ends.values()) close(turns, end);
    return turns;
  }

  #hold(turns: readonly Turn[]): void {
    this.#known = undefined;
    this.#turns = undefined;
    for (const turn of turns) {
      for (const item of itemsOf(turn)) this.#items.set(item.id, item);
      const { prompt, outcome, duration_ms } = turn;
      const { id, at, position } = prompt ?? { id: '', at: '', position: 0 };
      if (outcome === undefined) continue;
      const prompt_id = prompt?.kind === 'prompt' ? prompt.prompt_id : UNKNOWN_PROMPT;
      const end = { id, at, position, kind: 'end', prompt_id, outcome } as const;
      this.#ends.set(prompt_id, { ...end, ...(duration_ms !== undefined && { duration_ms }) });
    }
  }
}

function itemsOf({ prompt, items }: Turn): Item[] {
  return prompt ? [prompt, ...items] : items;
}

type EndEvent = ReinsEvent<'turn_finished' | 'turn_timed'>;

function isEnd(event: ReinsEvent): event is EndEvent {
  return event.type === 'turn_finished' || event.type === 'turn_timed';
}

interface Known {
  readonly items: Map<string, Item>;
  readonly ends: Map<string, ItemOf<'end'>>;
}

function applyTo({ items, ends }: Known, event: ReinsEvent): void {
  if (isEnd(event)) {
    const end = reduceItem(ends.get(event.prompt_id), event);
    if (end?.kind === 'end') ends.set(event.prompt_id, end);
  } else if (event.item !== undefined) {
    const item = reduceItem(items.get(event.item), event);
    if (item) items.set(event.item, item);
  }
}

/** A result without its call is not enough to show. */
function isPresentable(item: Item): boolean {
  return item.kind === 'tool' || item.kind === 'command' ? item.name !== '' : true;
}

/** An end whose prompt is not among the turns closes the one that started before all loaded items. */
function close(turns: readonly Turn[], { prompt_id, outcome, duration_ms }: ItemOf<'end'>): void {
  const turn = turnOf(turns, prompt_id) ?? turns.find(({ prompt }) => prompt === undefined);
  if (!turn) return;
  turn.outcome = outcome;
  if (duration_ms !== undefined) turn.duration_ms = duration_ms;
}
