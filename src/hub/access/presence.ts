/**
 * Which devices are in the foreground, as they report it, for as long as they are connected.
 * An open connection alone means nothing. In memory only: after a restart, devices report again.
 */
import type { Identity } from '../../protocol/access.ts';

/** One connection of a device. */
export interface Seat {
  setForeground(isForeground: boolean): void;
  /** The connection has ended. */
  leave(): void;
}

/** The owner of the connection; two callers may have the same name, but not the same id. */
type Looker = Pick<Identity, 'id' | 'role'>;

export class Presence {
  readonly #present = new Map<Seat, Looker>();
  readonly #listeners = new Set<() => void>();

  /** Whether a screen of this identity is in the foreground now. */
  isLooking(id: string): boolean {
    return [...this.#present.values()].some((looker) => looker.id === id);
  }

  /** Whether someone who could answer is present. */
  isAnyoneThere(): boolean {
    return [...this.#present.values()].some(({ role }) => role !== 'viewer');
  }

  /** Called when the last person who could answer has left the foreground. */
  onDeserted(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a connection of a device. It starts in the background. */
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
