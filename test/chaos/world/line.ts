/** A connection between clients and the hub that can be cut, frozen and slowed down: a TCP proxy with faults. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How long each chunk is delayed on a slow line. */
const SLOW_MS = 120;

export class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #frozen: Promise<void> | undefined;

  private constructor(hubPort: () => number) {
    this.#server = createServer((near) => {
      const far = connect(hubPort(), '127.0.0.1');
      this.#join(near, far);
      this.#join(far, near);
    });
  }

  static async open(hubPort: () => number): Promise<Line> {
    const line = new Line(hubPort);
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

  setSlow(isSlow: boolean): void {
    this.#delayMs = isSlow ? SLOW_MS : 0;
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
        .then(() => (this.#delayMs > 0 ? delay(this.#delayMs) : undefined))
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
