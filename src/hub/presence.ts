/**
 * Which devices a person looks at: those that say that they are in the foreground, for as long as they can be heard.
 * An open connection alone means nothing. In memory only: after a restart devices say it again.
 */

/** One connection of a device. */
export interface Seat {
  setForeground(isForeground: boolean): void;
  /** The connection has ended. */
  leave(): void;
}

export class Presence {
  readonly #present = new Map<Seat, string>();
  readonly #listeners = new Set<() => void>();

  /** Names of the devices in the foreground. */
  devices(): string[] {
    return [...new Set(this.#present.values())];
  }

  isAnyoneThere(): boolean {
    return this.#present.size > 0;
  }

  /** Called whenever the last device has left the foreground. */
  onDeserted(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A connection of the device with this name, which must be one that may answer. In the background at first. */
  enter(name: string): Seat {
    const seat: Seat = {
      setForeground: (isForeground) => {
        if (isForeground) this.#present.set(seat, name);
        else this.#remove(seat);
      },
      leave: () => this.#remove(seat),
    };
    return seat;
  }

  #remove(seat: Seat): void {
    if (!this.#present.delete(seat) || this.#present.size > 0) return;
    for (const listener of this.#listeners) listener();
  }
}
