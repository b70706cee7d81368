/**
 * Whether a person looks at the device behind a socket: when the device says so, and for as long as it answers pings.
 * A phone that has lost its network is not there, long before its socket is given up.
 */

/** What is needed of a socket. */
interface Pingable {
  ping(): void;
  on(event: 'pong', listener: () => void): unknown;
}

/** The device's place among those that the hub knows to be looked at. */
interface Seat {
  setForeground(isForeground: boolean): void;
  leave(): void;
}

export class SocketPresence {
  readonly #socket: Pingable;
  readonly #seat: Seat;
  readonly #everyMs: number;
  #beat: NodeJS.Timeout | undefined;
  #hasAnswered = true;

  constructor(socket: Pingable, seat: Seat, everyMs: number) {
    this.#socket = socket;
    this.#seat = seat;
    this.#everyMs = everyMs;
    socket.on('pong', () => {
      this.#hasAnswered = true;
      if (this.#beat) seat.setForeground(true);
    });
  }

  set(isForeground: boolean): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#hasAnswered = true;
    this.#seat.setForeground(isForeground);
    if (isForeground) this.#beat = setInterval(() => this.#look(), this.#everyMs);
  }

  /** The socket has closed. */
  end(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#seat.leave();
  }

  #look(): void {
    if (!this.#hasAnswered) this.#seat.setForeground(false);
    this.#hasAnswered = false;
    this.#socket.ping();
  }
}
