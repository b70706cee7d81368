/** The times of one turn, collected item by item: what it waited for, and how long. */

import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { TimelineTurn, Wait } from '../../protocol/timeline.ts';
import { objectOf } from '../tool-object.ts';
import { gapsBetween, lengthOf, mergeSpans, type Span } from './spans.ts';

/** Calls that finish when a person has answered. */
const ASKING: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);
const WORDS_SHOWN = 200;

interface Named extends Span {
  readonly what: string;
}

export interface TimedTool {
  readonly name: string;
  readonly ms: number;
  readonly isFailed: boolean;
}

export class TurnTimes {
  readonly prompt: ItemOf<'prompt'> | undefined;
  readonly tools: TimedTool[] = [];
  readonly #from: number;
  readonly #cwd: string;
  #to: number;
  #outcome: ItemOf<'end'>['outcome'] | undefined;
  readonly #toolSpans: Named[] = [];
  readonly #running: Named[] = [];
  readonly #personSpans: Named[] = [];
  /** When something arrived from the API, and what. */
  readonly #arrivals: { readonly at: number; readonly what: string }[] = [];

  constructor(first: Item, cwd: string) {
    this.#from = Date.parse(first.at);
    this.#to = this.#from;
    this.#cwd = cwd;
    this.prompt = first.kind === 'prompt' ? first : undefined;
  }

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  add(item: Item): void {
    const at = Date.parse(item.at);
    if (item.kind === 'tool') this.#addTool(item, at);
    else if (item.kind === 'text' || item.kind === 'thinking') {
      this.#arrivals.push({ at, what: item.kind === 'text' ? 'an answer' : 'thinking' });
    }
    this.#reach(at);
  }

  end({ at, outcome, duration_ms }: ItemOf<'end'>): void {
    this.#outcome = outcome;
    this.#reach(Math.max(Date.parse(at), this.#from + (duration_ms ?? 0)));
  }

  /** Unless it is over, it and its running calls last until `now`. */
  workUntil(now: number): void {
    if (this.#outcome !== undefined) return;
    this.#reach(now);
    for (const { from, what } of this.#running) this.#toolSpans.push({ from, to: now, what });
  }

  /** Unless it is over, a person has been waited for since the last thing that happened. */
  waitUntil(now: number, what: string): void {
    if (this.#outcome !== undefined) return;
    this.#personSpans.push({ from: this.#to, to: now, what });
    this.#reach(now);
  }

  /** `now` ends everything that is still running. */
  report(interactions: readonly Interaction[], now: number): { turn: TimelineTurn; waits: Wait[] } {
    const bounds = { from: this.#from, to: this.#to };
    const asked = this.#person(interactions, now);
    const person = mergeSpans(asked, bounds);
    const busy = mergeSpans([...person, ...this.#toolSpans], bounds);
    const duration_ms = bounds.to - bounds.from;
    const person_ms = lengthOf(person);
    const tool_ms = lengthOf(busy) - person_ms;
    const { text = '', origin = '' } = this.prompt ?? {};
    return {
      turn: {
        at: new Date(this.#from).toISOString(),
        prompt: oneLine(text),
        origin,
        ...(this.#outcome && { outcome: this.#outcome }),
        duration_ms,
        tool_ms,
        person_ms,
        api_ms: duration_ms - lengthOf(busy),
        tool_calls: this.tools.length,
        tool_failures: this.tools.filter(({ isFailed }) => isFailed).length,
      },
      waits: [
        ...asked.map((span) => toWait('person', span)),
        ...this.#toolSpans.map((span) => toWait('tool', span)),
        ...this.#apiWaits(busy, bounds).map((span) => toWait('api', span)),
      ],
    };
  }

  #addTool(tool: ItemOf<'tool'>, at: number): void {
    if (tool.name === '') return;
    const what = oneLine([tool.name, objectOf(tool, this.#cwd)].filter(Boolean).join(': '));
    this.#arrivals.push({ at, what });
    const to = tool.finished_at === undefined ? at : Math.max(at, Date.parse(tool.finished_at));
    const from = tool.duration_ms === undefined ? at : Math.max(at, to - tool.duration_ms);
    this.#reach(to);
    if (ASKING.has(tool.name)) this.#personSpans.push({ from: at, to, what });
    else {
      (tool.finished_at === undefined ? this.#running : this.#toolSpans).push({ from, to, what });
      // Before it ran, a person had to approve it.
      if (tool.decided_by?.startsWith('user')) this.#personSpans.push({ from: at, to: from, what });
    }
    const ms = ASKING.has(tool.name) ? 0 : to - from;
    this.tools.push({ name: tool.name, ms, isFailed: tool.is_error ?? false });
  }

  /** Requests give exact times; calls are used only if there are none. */
  #person(interactions: readonly Interaction[], now: number): Named[] {
    const spans = interactions.map(({ opened_at, closed_at, tool_name, kind, input }) => ({
      from: Date.parse(opened_at),
      to: closed_at === undefined ? now : Date.parse(closed_at),
      what: oneLine(
        [tool_name ?? kind, objectOf({ name: tool_name ?? '', input }, this.#cwd)].filter(Boolean).join(': '),
      ),
    }));
    const known = spans.filter(({ from, to }) => to > this.#from && from < this.#to);
    const others = this.#personSpans.filter(
      (span) => !known.some(({ from, to }) => from < span.to && to > span.from),
    );
    return [...known, ...others].filter(({ from, to }) => to > from);
  }

  /** Each ends with an arrival. */
  #apiWaits(busy: readonly Span[], bounds: Span): Named[] {
    return gapsBetween(busy, bounds).flatMap(({ from, to }) => {
      const inside = this.#arrivals.filter(({ at }) => at > from && at <= to);
      let begun = from;
      return inside.map(({ at, what }) => {
        const wait = { from: begun, to: at, what };
        begun = at;
        return wait;
      });
    });
  }

  #reach(at: number): void {
    if (at > this.#to) this.#to = at;
  }
}

function toWait(kind: Wait['kind'], { from, to, what }: Named): Wait {
  return { kind, at: new Date(from).toISOString(), duration_ms: to - from, what };
}

function oneLine(text: string): string {
  const line = text
    .slice(0, WORDS_SHOWN * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > WORDS_SHOWN ? `${line.slice(0, WORDS_SHOWN - 1)}…` : line;
}
