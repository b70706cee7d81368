/**
 * Whether a person is looking at the device behind a socket: from the device's report, while it answers
 * pings. A phone without network counts as away long before its socket is dropped.
 */

/** The part of a socket that is needed here. */
interface Pingable {
  ping(): void;
  on(event: 'pong', listener: () => void): unknown;
}

/** The device's entry among the devices that a person is looking at. */
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
