/** A connection to a server that can be cut, refused, frozen and slowed down: a TCP proxy with faults. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #delayMs = () => 0;
  #frozen: Promise<void> | undefined;

  #isRefusing = false;

  private constructor(port: () => number) {
    this.#server = createServer((near) => {
      if (this.#isRefusing) {
        near.destroy();
        return;
      }
      const far = connect(port(), '127.0.0.1');
      this.#join(near, far);
      this.#join(far, near);
    });
  }

  static async open(port: () => number): Promise<Line> {
    const line = new Line(port);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts all connections and refuses new ones, until it is called with false. */
  setRefusing(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
    if (isRefusing) this.cut();
  }

  /** How long each chunk is delayed; `extraMs` may add to it. */
  setDelay(ms: number, extraMs: () => number = () => 0): void {
    this.#delayMs = () => ms + extraMs();
  }

  /** Nothing passes for this long, but nothing is lost. */
  async freezeFor(ms: number): Promise<void> {
    this.#frozen = delay(ms);
    await this.#frozen;
    this.#frozen = undefined;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    // Chunks stay in order: each waits for the previous one.
    let sent = Promise.resolve();
    from.on('data', (piece) => {
      from.pause();
      sent = sent
        .then(() => this.#frozen)
        .then(() => {
          const ms = this.#delayMs();
          return ms > 0 ? delay(ms) : undefined;
        })
        .then(() => {
          if (!to.destroyed) to.write(piece);
          from.resume();
        });
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      sent.then(() => to.destroy());
    });
  }
}
