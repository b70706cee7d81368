/** Random choices, reproducible by seed. */

export interface Random {
  /** An integer from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  /** Small numbers far more often than large ones, like the frequency of words. */
  skewed(end: number): number;
  uuid(): string;
}

/** The multiply-and-shift generator known as mulberry32: small, quick, good enough to vary text. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number) => next() % end;
  const hex = (digits: number) => next().toString(16).padStart(8, '0').slice(0, digits);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    skewed: (end) => Math.floor(end * (next() / 2 ** 32) ** 3),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`,
  };
}
