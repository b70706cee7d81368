/**
 * Limits the number of open connections without a valid credential. A flood of them closes its own oldest
 * ones; authenticated connections do not count, however many there are.
 */
import type { Socket } from 'node:net';

export class ConnectionLimit {
  readonly #max: number;
  /** Oldest first. */
  readonly #strangers = new Map<string, Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  add(socket: Socket): void {
    const name = nameOf(socket);
    this.#strangers.set(name, socket);
    socket.once('close', () => {
      if (this.#strangers.get(name) === socket) this.#strangers.delete(name);
    });
    for (const [oldest, old] of this.#strangers) {
      if (this.#strangers.size <= this.#max) return;
      this.#strangers.delete(oldest);
      old.destroy();
    }
  }

  /** Its credential is valid. */
  trust(socket: Socket): void {
    this.#strangers.delete(nameOf(socket));
  }
}

/** The same for a connection and for the TLS layer on top of it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
