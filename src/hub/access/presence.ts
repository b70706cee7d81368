/**
 * Which devices a person looks at: those that say that they are in the foreground, for as long as they can be heard.
 * An open connection alone means nothing. In memory only: after a restart devices say it again.
 */
import type { Identity } from '../../protocol/access.ts';

/** One connection of a device. */
export interface Seat {
  setForeground(isForeground: boolean): void;
  /** The connection has ended. */
  leave(): void;
}

/** Whose connection it is; two callers may have the same name, but not the same id. */
type Looker = Pick<Identity, 'id' | 'role'>;

export class Presence {
  readonly #present = new Map<Seat, Looker>();
  readonly #listeners = new Set<() => void>();

  /** Whether a person looks at a screen of this identity now. */
  isLooking(id: string): boolean {
    return [...this.#present.values()].some((looker) => looker.id === id);
  }

  /** Whether somebody looks who could answer. */
  isAnyoneThere(): boolean {
    return [...this.#present.values()].some(({ role }) => role !== 'viewer');
  }

  /** Called whenever the last who could answer has left the foreground. */
  onDeserted(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A connection of a device. In the background at first. */
  enter(looker: Looker): Seat {
    const seat: Seat = {
      setForeground: (isForeground) => {
        if (isForeground) this.#present.set(seat, looker);
        else this.#remove(seat);
      },
      leave: () => this.#remove(seat),
    };
    return seat;
  }

  #remove(seat: Seat): void {
    const wasAnyoneThere = this.isAnyoneThere();
    this.#present.delete(seat);
    if (!wasAnyoneThere || this.isAnyoneThere()) return;
    for (const listener of this.#listeners) listener();
  }
}
