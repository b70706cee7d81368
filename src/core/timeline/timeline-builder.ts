/** Builds the timeline of a conversation, item by item in order. Holds one turn at a time, and sums. */

import type { Item } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Session } from '../../protocol/session.ts';
import type { Timeline, TimelineTurn, ToolTime, Wait } from '../../protocol/timeline.ts';
import { TurnTimes } from './turn-times.ts';

const WAITS_SHOWN = 10;
const TURNS_SHOWN = 500;
/** Prompts sent while Claude works belong to the running turn. */
const NO_TURN: ReadonlySet<string> = new Set(['folded']);

export class TimelineBuilder {
  readonly #session: Session;
  readonly #interactions: readonly Interaction[];
  readonly #now: number;
  readonly #tools = new Map<string, ToolTime>();
  readonly #totals = { duration_ms: 0, tool_ms: 0, person_ms: 0, api_ms: 0, turns: 0 };
  #turns: TimelineTurn[] = [];
  #waits: Wait[] = [];
  #current: TurnTimes | undefined;
  #from = Number.POSITIVE_INFINITY;
  #to = 0;

  /** `interactions`: those of the main conversation. */
  constructor(session: Session, interactions: readonly Interaction[], now: number) {
    this.#session = session;
    this.#interactions = interactions.filter(({ agent_id }) => agent_id === undefined);
    this.#now = now;
  }

  add(item: Item): void {
    if (item.kind === 'end') {
      this.#current?.end(item);
      return;
    }
    if (!this.#current || (item.kind === 'prompt' && !NO_TURN.has(item.origin))) {
      this.#finishTurn();
      this.#current = new TurnTimes(item, this.#session.cwd);
    }
    this.#current.add(item);
  }

  finish(): Timeline {
    const { status, waiting_for } = this.#session;
    if (status === 'working') this.#current?.workUntil(this.#now);
    if (status === 'waiting') this.#current?.waitUntil(this.#now, waiting_for ?? 'an answer');
    this.#finishTurn();
    const tools = [...this.#tools.values()].sort((a, b) => b.total_ms - a.total_ms || b.calls - a.calls);
    const sum = (field: 'calls' | 'failures') => tools.reduce((total, tool) => total + tool[field], 0);
    const spanned = Math.max(0, this.#to - this.#from);
    return {
      session: this.#session,
      totals: {
        ...this.#totals,
        between_ms: Math.max(0, spanned - this.#totals.duration_ms) || 0,
        tool_calls: sum('calls'),
        tool_failures: sum('failures'),
      },
      waits: longest(this.#waits),
      tools,
      turns: this.#turns.slice(-TURNS_SHOWN),
    };
  }

  #finishTurn(): void {
    const times = this.#current;
    if (!times) return;
    const { turn, waits } = times.report(this.#interactions, this.#now);
    for (const tool of times.tools) this.#count(tool);
    this.#turns.push(turn);
    if (this.#turns.length > TURNS_SHOWN * 2) this.#turns = this.#turns.slice(-TURNS_SHOWN);
    this.#waits = longest([...this.#waits, ...waits]);
    for (const share of ['duration_ms', 'tool_ms', 'person_ms', 'api_ms'] as const) {
      this.#totals[share] += turn[share];
    }
    this.#totals.turns++;
    this.#from = Math.min(this.#from, times.from);
    this.#to = Math.max(this.#to, times.to);
    this.#current = undefined;
  }

  #count({ name, ms, isFailed }: TurnTimes['tools'][number]): void {
    const known = this.#tools.get(name) ?? { name, calls: 0, failures: 0, total_ms: 0, longest_ms: 0 };
    this.#tools.set(name, {
      name,
      calls: known.calls + 1,
      failures: known.failures + Number(isFailed),
      total_ms: known.total_ms + ms,
      longest_ms: Math.max(known.longest_ms, ms),
    });
  }
}

function longest(waits: readonly Wait[]): Wait[] {
  return waits
    .filter(({ duration_ms }) => duration_ms > 0)
    .sort((a, b) => b.duration_ms - a.duration_ms)
    .slice(0, WAITS_SHOWN);
}
