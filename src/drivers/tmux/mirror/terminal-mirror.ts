/**
 * One terminal, shown to any number of viewers over one connection to tmux. It begins with the first viewer and ends with the
 * last: while nobody looks it costs nothing.
 */
import type { TerminalView, TerminalViewer } from '../../run-terminal.ts';
import { MirrorClient, type MirrorClientOptions } from './mirror-client.ts';

export type MirrorOptions = Pick<MirrorClientOptions, 'attachCommand' | 'pane' | 'env' | 'isShown'>;

interface Seat {
  readonly viewer: TerminalViewer;
  /** Output is told only between a picture and the next gap. */
  isCurrent: boolean;
}

export class TerminalMirror {
  readonly #options: MirrorOptions;
  readonly #seats = new Set<Seat>();
  #client: MirrorClient | undefined;
  #isDrawing = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  get isWatched(): boolean {
    return this.#seats.size > 0;
  }

  open(viewer: TerminalViewer): TerminalView {
    const seat: Seat = { viewer, isCurrent: false };
    this.#seats.add(seat);
    this.#client ??= this.#connect();
    this.#draw();
    return {
      refresh: () => {
        seat.isCurrent = false;
        this.#draw();
      },
      close: () => {
        this.#seats.delete(seat);
        if (this.#seats.size > 0) return;
        this.#client?.close();
        this.#forget();
      },
    };
  }

  #connect(): MirrorClient {
    const client = new MirrorClient({
      ...this.#options,
      onOutput: (bytes) => {
        for (const seat of this.#seats) {
          if (seat.isCurrent) seat.isCurrent = seat.viewer.onOutput(bytes);
        }
      },
      onResize: () => {
        for (const seat of this.#seats) seat.isCurrent = false;
        this.#draw();
      },
      onEnd: (reason) => {
        if (this.#client === client) this.#forget();
        const left = [...this.#seats];
        this.#seats.clear();
        for (const { viewer } of left) viewer.onEnd(reason);
      },
    });
    return client;
  }

  #forget(): void {
    this.#client = undefined;
    this.#isDrawing = false;
  }

  /** One picture serves all who wait for one when it arrives. */
  #draw(): void {
    const client = this.#client;
    if (!client || this.#isDrawing) return;
    this.#isDrawing = true;
    client.draw((picture) => {
      if (this.#client !== client) return;
      this.#isDrawing = false;
      for (const seat of this.#seats) {
        if (seat.isCurrent) continue;
        seat.isCurrent = true;
        seat.viewer.onPicture(picture);
      }
    });
  }
}
