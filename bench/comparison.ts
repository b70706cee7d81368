/** Several ways of doing the same thing, measured in turn: medians, ranges, and what each adds to one of them. */
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

  /** Added time is the median of the differences within a round, which noise that lasts longer than a round leaves alone. */
  describe(name: string): string {
    const values = this.#values.get(name) ?? [];
    const base = this.#values.get(this.#base) ?? [];
    const added = values.map((value, round) => value - (base[round] ?? Number.NaN));
    // The best of each is what other work on the machine has disturbed least.
    const best = Math.min(...values);
    const addedAtBest = (best - Math.min(...base)).toFixed(1);
    return `${middle(values)}, added ${middle(added)}; best ${best.toFixed(1)}, added ${addedAtBest}; n ${values.length}`;
  }

  print(): void {
    const width = Math.max(...[...this.#values.keys()].map((name) => name.length));
    for (const name of this.#values.keys()) console.log(`${name.padEnd(width)}  ${this.describe(name)}`);
  }
}

/** Three out of four values around the middle lie between the two in brackets. */
function middle(values: readonly number[]): string {
  const at = (share: number) => percentile(values, share).toFixed(1);
  return `${at(0.5)} ms (${at(0.125)} to ${at(0.875)})`;
}

/** How busy the machine is: figures of a loaded one are read with care. */
export function printLoad(): void {
  console.log(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
}
