/**
 * Whether a text fits an untrusted pattern, such as one from an MCP server. Some patterns take exponential
 * time, so the work is estimated first, from the pattern and the length of the text. A check that could take
 * long is skipped and counts as fitting: the author of the pattern checks the text anyway.
 */

/** The number of backtracking steps that takes no noticeable time. */
const MOST_STEPS = 50_000_000;
/** No form needs a longer pattern, and parsing it must not take long either. */
const LONGEST_PATTERN = 1000;

export function fitsPattern(pattern: string, value: string): boolean {
  const isLittle = pattern.length <= LONGEST_PATTERN && stepsFor(pattern, value.length) <= MOST_STEPS;
  if (!isLittle) return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    // An invalid pattern is a problem of its author.
    return true;
  }
}

/**
 * The maximum number of steps: every path through the pattern, from every position in the text, to its end.
 * Infinity for unsupported syntax.
 */
export function stepsFor(pattern: string, length: number): number {
  const reading = new Reading(pattern, length);
  const whole = reading.alternatives();
  if (!whole || !reading.isAtEnd) return Number.POSITIVE_INFINITY;
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|');
  return whole.ways * whole.steps * (isAnchored ? 1 : length + 1);
}

/** The number of paths through a part, and the number of steps of the longest one. */
interface Part {
  readonly ways: number;
  readonly steps: number;
}

const ONE: Part = { ways: 1, steps: 1 };
const GROUP = /\((?:\?(?::|<?[=!]|<[A-Za-z_$][\w$]*>))?/uy;
const ATOM = /\[(?:\\[\s\S]|[^\]\\])*\]|\\[pPu]\{\w[^{}]*\}|\\[^1-9k]|[^()|*+?{}[\]\\]/uy;
const COUNT = /(?:([*+?])|\{(\d+)(,)?(\d+)?\})\??/uy;

class Reading {
  readonly #pattern: string;
  readonly #length: number;
  #at = 0;

  constructor(pattern: string, length: number) {
    this.#pattern = pattern;
    this.#length = length;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#pattern.length;
  }

  alternatives(): Part | undefined {
    let all: Part = { ways: 0, steps: 0 };
    do {
      const one = this.#sequence();
      if (!one) return undefined;
      all = { ways: all.ways + one.ways, steps: Math.max(all.steps, one.steps) };
    } while (this.#take(/\|/uy));
    return all;
  }

  #sequence(): Part | undefined {
    let all: Part = ONE;
    while (!this.isAtEnd && !'|)'.includes(this.#pattern.charAt(this.#at))) {
      const atom = this.#atom();
      if (!atom) return undefined;
      const part = this.#counted(atom);
      all = { ways: all.ways * part.ways, steps: all.steps + part.steps };
    }
    return all;
  }

  #atom(): Part | undefined {
    if (this.#take(ATOM)) return ONE;
    if (!this.#take(GROUP)) return undefined;
    const inside = this.alternatives();
    return inside && this.#take(/\)/uy) ? inside : undefined;
  }

  #counted(part: Part): Part {
    const count = this.#take(COUNT);
    if (!count) return part;
    const [, sign, from, comma, to] = count;
    const least = sign ? Number(sign === '+') : Number(from);
    const most = sign === '?' ? 1 : sign || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to ?? from);
    // Each repetition consumes a character of the text, except for the required ones.
    const times = Math.max(least, Math.min(most, this.#length + 1));
    const choices = times - Math.min(least, times) + 1;
    return { ways: choices * part.ways ** times, steps: times * part.steps };
  }

  #take(what: RegExp): RegExpExecArray | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.#pattern);
    if (found) this.#at = what.lastIndex;
    return found ?? undefined;
  }
}
