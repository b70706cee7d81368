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
  /** Hosts of the fleet at which someone who could answer is present. */
  readonly #elsewhere = new Set<string>();
  readonly #hereListeners = new Set<() => void>();

  /** Whether a screen of this identity is in the foreground now. */
  isLooking(id: string): boolean {
    return [...this.#present.values()].some((looker) => looker.id === id);
  }

  /** Whether someone who could answer is present, at this host or at another one of the fleet. */
  isAnyoneThere(): boolean {
    return this.isAnyoneHere() || this.#elsewhere.size > 0;
  }

  /** The same at this host alone. */
  isAnyoneHere(): boolean {
    return [...this.#present.values()].some(({ role }) => role !== 'viewer');
  }

  /** Called when the first person has come to this host, and when the last one has left. */
  onHereChange(listener: () => void): () => void {
    this.#hereListeners.add(listener);
    return () => this.#hereListeners.delete(listener);
  }

  /** Another host of the fleet reports whether someone is present there. */
  setElsewhere(host: string, isThere: boolean): void {
    this.#change(() => {
      if (isThere) this.#elsewhere.add(host);
      else this.#elsewhere.delete(host);
    });
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
        if (isForeground) this.#change(() => this.#present.set(seat, looker));
        else this.#change(() => this.#present.delete(seat));
      },
      leave: () => this.#change(() => this.#present.delete(seat)),
    };
    return seat;
  }

  #change(act: () => void): void {
    const [wasThere, wasHere] = [this.isAnyoneThere(), this.isAnyoneHere()];
    act();
    if (wasHere !== this.isAnyoneHere()) for (const listener of this.#hereListeners) listener();
    if (wasThere && !this.isAnyoneThere()) for (const listener of this.#listeners) listener();
  }
}
