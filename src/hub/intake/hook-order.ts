/**
 * Restores the order of hooks that run in parallel and overtake each other on the way. Each hook carries the
 * pid of the process that ran it: later ones have higher pids. A hook waits half a second for earlier ones;
 * Claude Code does not wait for its reply.
 */
import type { Clock } from '../../lib/clock.ts';

const HOLD_MS = 500;
/** Pids wrap around: two that differ by more than this are from before and after that. */
const WRAPPED = 10_000;
/** Sessions for which the time of the newest hook is remembered. */
const KEPT = 1000;

interface Held {
  readonly order: number;
  readonly arrived: number;
  readonly release: (at: number) => void;
}

interface Line {
  held: Held[];
  lastAt: number;
  timer?: NodeJS.Timeout;
}

export class HookOrder {
  readonly #lines = new Map<string, Line>();
  readonly #now: Clock;
  readonly #newestOf: (sessionId: string) => number;

  /** `newestOf` returns the time of the session's newest hook before the start of the hub. */
  constructor(now: Clock, newestOf: (sessionId: string) => number) {
    this.#now = now;
    this.#newestOf = newestOf;
  }

  /** Resolves when it is the hook's turn, with the time assigned to it: later than those before it. */
  turn(sessionId: string, order: number | undefined): Promise<number> {
    const line = this.#lineOf(sessionId);
    return new Promise((release) => {
      const hook = { order: order ?? 0, arrived: this.#now(), release };
      if (order === undefined) this.#release(line, hook);
      else this.#hold(line, hook);
    });
  }

  /** Drops waiting hooks: their arrival was not confirmed to anyone. */
  close(): void {
    for (const { timer } of this.#lines.values()) clearTimeout(timer);
  }

  #hold(line: Line, hook: Held): void {
    const at = line.held.findLastIndex(({ order }) => isBefore(order, hook.order)) + 1;
    line.held.splice(at, 0, hook);
    line.timer ??= setTimeout(() => this.#releaseDue(line), HOLD_MS);
  }

  /** Releases the hooks that waited long enough, each after all earlier ones. */
  #releaseDue(line: Line): void {
    const due = line.held.findLastIndex(({ arrived }) => arrived + HOLD_MS <= this.#now());
    for (const hook of line.held.splice(0, due + 1)) this.#release(line, hook);
    const next = Math.min(...line.held.map(({ arrived }) => arrived)) + HOLD_MS - this.#now();
    delete line.timer;
    if (line.held.length > 0) line.timer = setTimeout(() => this.#releaseDue(line), Math.max(0, next));
  }

  #release(line: Line, { arrived, release }: Held): void {
    line.lastAt = Math.max(arrived, line.lastAt + 1);
    release(line.lastAt);
  }

  #lineOf(sessionId: string): Line {
    const line = this.#lines.get(sessionId) ?? { held: [], lastAt: this.#newestOf(sessionId) };
    this.#lines.delete(sessionId);
    this.#lines.set(sessionId, line);
    for (const [oldest, { held }] of this.#lines) {
      if (this.#lines.size <= KEPT) break;
      if (held.length === 0) this.#lines.delete(oldest);
    }
    return line;
  }
}

function isBefore(a: number, b: number): boolean {
  return Math.abs(a - b) > WRAPPED ? a > b : a < b;
}
