/**
 * What a session has been told already, by key: in memory as small as numbers can make it, so that the log is neither
 * searched nor written at scattered places for every fact. A hash that two keys share is told apart by the keys themselves.
 */
import { NumberMap } from '../lib/number-map.ts';
import { hashKey } from './key-hash.ts';

/** Trust is kept in the lowest digits, of the position in memory and of the hash on disk. */
const TRUSTS = 8;
const NONE = -1;

export interface FactSpot {
  /** Under which the key is, or will be, kept. */
  readonly hash: number;
  /** The event that tells it, and how far its source is trusted; absent while nothing does. */
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

  /** Takes up what `packFacts` made of a stretch of events. */
  unpack(first: number, packed: Uint8Array): void {
    const facts = new Float64Array(packed.slice().buffer);
    for (const [index, fact] of facts.entries()) {
      if (fact === NONE) continue;
      this.set(Math.floor(fact / TRUSTS), first + index, fact % TRUSTS);
    }
  }

  /** Raises the trust of an event, unless a later one tells its fact by now. */
  confirm(hash: number, position: number, trust: number): void {
    if (Math.floor((this.#spots.get(hash) ?? 0) / TRUSTS) === position) this.set(hash, position, trust);
  }

  /** The newest event that tells a fact counts. */
  set(hash: number, position: number, trust: number): void {
    this.#spots.set(hash, position * TRUSTS + trust);
  }
}

/** What has to be kept of a stretch of events so that their facts are known again: a number for each. */
export function packFacts(events: readonly { hash: number | undefined; trust: number }[]): Uint8Array {
  const facts = events.map(({ hash, trust }) => (hash === undefined ? NONE : hash * TRUSTS + trust));
  return new Uint8Array(new Float64Array(facts).buffer);
}
