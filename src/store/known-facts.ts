/**
 * The facts that a session already has, by key. They are stored in memory as compact numbers, so that no fact
 * requires a search or scattered writes in the log. Keys with the same hash are distinguished by the keys
 * themselves.
 */
import { NumberMap } from '../lib/number-map.ts';
import { hashKey } from './key-hash.ts';

/** The lowest digits contain the trust: of the position in memory, of the hash on disk. */
const TRUSTS = 8;
const NONE = -1;

export interface FactSpot {
  /** The slot of the key, now or later. */
  readonly hash: number;
  /** The event with the fact, and the trust in its source. Absent if there is none. */
  readonly known?: { readonly position: number; readonly trust: number };
}

export class KnownFacts {
  readonly #spots = new NumberMap();

  get size(): number {
    return this.#spots.size;
  }

  /** `keyAt` reads the key of an event in the log. */
  find(key: string, keyAt: (position: number) => string | null): FactSpot {
    for (let seed = 0; ; seed++) {
      const hash = hashKey(key, seed);
      const packed = this.#spots.get(hash);
      if (packed === undefined) return { hash };
      const position = Math.floor(packed / TRUSTS);
      if (keyAt(position) === key) return { hash, known: { position, trust: packed % TRUSTS } };
    }
  }

  /** Restores what `packFacts` made of a stretch of events. */
  unpack(first: number, packed: Uint8Array): void {
    const facts = new Float64Array(packed.slice().buffer);
    for (const [index, fact] of facts.entries()) {
      if (fact === NONE) continue;
      this.set(Math.floor(fact / TRUSTS), first + index, fact % TRUSTS);
    }
  }

  /** Raises the trust of an event, unless a later event has its fact by now. */
  confirm(hash: number, position: number, trust: number): void {
    if (Math.floor((this.#spots.get(hash) ?? 0) / TRUSTS) === position) this.set(hash, position, trust);
  }

  /** The newest event of a fact counts. */
  set(hash: number, position: number, trust: number): void {
    this.#spots.set(hash, position * TRUSTS + trust);
  }
}

/** What must be stored of a stretch of events to recognize their facts again: a number for each. */
export function packFacts(events: readonly { hash: number | undefined; trust: number }[]): Uint8Array {
  const facts = events.map(({ hash, trust }) => (hash === undefined ? NONE : hash * TRUSTS + trust));
  return new Uint8Array(new Float64Array(facts).buffer);
}
