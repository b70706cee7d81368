/** Several alternatives, measured in turn: medians, ranges, and what each adds to a base. */
import { loadavg } from 'node:os';
import { percentile } from './percentiles.ts';

export class Comparison {
  readonly #base: string;
  readonly #values = new Map<string, number[]>();

  constructor(base: string) {
    this.#base = base;
  }

  note(name: string, value: number): void {
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  /**
   * Added time is the median of the differences within a round, which is robust against noise that lasts longer than a
   * round.
   */
  describe(name: string): string {
    const values = this.#values.get(name) ?? [];
    const base = this.#values.get(this.#base) ?? [];
    const added = values.map((value, round) => value - (base[round] ?? Number.NaN));
    // The best of each is the least disturbed by other work on the machine.
    const best = Math.min(...values);
    const addedAtBest = (best - Math.min(...base)).toFixed(1);
    return `${middle(values)}, added ${middle(added)}; best ${best.toFixed(1)}, added ${addedAtBest}; n ${values.length}`;
  }

  print(): void {
    const width = Math.max(...[...this.#values.keys()].map((name) => name.length));
    for (const name of this.#values.keys()) console.log(`${name.padEnd(width)}  ${this.describe(name)}`);
  }
}

/** Three quarters of the values around the median are between the two in brackets. */
function middle(values: readonly number[]): string {
  const at = (share: number) => percentile(values, share).toFixed(1);
  return `${at(0.5)} ms (${at(0.125)} to ${at(0.875)})`;
}

/** The load of the machine: interpret figures of a loaded one with care. */
export function printLoad(): void {
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}
