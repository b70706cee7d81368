/**
 * One terminal, shown to any number of viewers. While someone is viewing, polls tmux for the pane's content and sends the
 * viewers the differences. No client attaches for this: tmux up to 3.6 can crash when a client in control mode connects or
 * disconnects.
 */
import { OneAtATime } from '../../../lib/one-at-a-time.ts';
import type { TerminalView, TerminalViewer } from '../../run-terminal.ts';
import { drawDifference, drawPicture } from './draw-screen.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface MirrorOptions {
  /** A line of `STATE_FORMAT`, then the rows of the screen with up to `history` lines above them, all from one moment. */
  capture(history: number): Promise<string[]>;
  /** Whether Claude Code has the terminal now. Otherwise its content belongs to the person whose shell it is. */
  isShown(): boolean;
  readonly pace: Pace;
}

export interface Pace {
  /** The first pause after a key, when a change is expected. */
  readonly expectantMs: number;
  /** The pause after a change. */
  readonly changingMs: number;
  /** The longest pause while nothing changes. */
  readonly idleMs: number;
}

interface Seat {
  readonly viewer: TerminalViewer;
  /** The snapshot that this viewer's terminal shows. */
  shown: Snapshot | undefined;
}

/** The number of lines above the screen that are part of a picture. */
const HISTORY_LINES = 1000;
/** A program that scrolls endlessly needs a whole picture each time: those of a thousand lines are made twice a second. */
const REST_MS_PER_LINE = 0.5;
const SLOWER = 1.5;

export class TerminalMirror {
  readonly #options: MirrorOptions;
  readonly #seats = new Set<Seat>();
  readonly #looks = new OneAtATime(() => this.#look());
  #captured: readonly string[] = [];
  #last: Snapshot | undefined;
  /** Whether a viewer needs a whole picture. */
  #isPictureDue = false;
  #pauseMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  get isWatched(): boolean {
    return this.#seats.size > 0;
  }

  open(viewer: TerminalViewer): TerminalView {
    const seat: Seat = { viewer, shown: undefined };
    this.#seats.add(seat);
    this.#isPictureDue = true;
    this.expectChange();
    return {
      close: () => {
        this.#seats.delete(seat);
        if (!this.isWatched) this.#rest();
      },
    };
  }

  /** Looks immediately, and more often for a while. */
  expectChange(): void {
    if (!this.isWatched) return;
    this.#pauseMs = this.#options.pace.expectantMs;
    void this.#looks.run();
  }

  /** Never throws. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.isWatched) return;
    const isForPicture = this.#isPictureDue;
    let captured: string[];
    try {
      captured = await this.#options.capture(isForPicture ? HISTORY_LINES : this.#usualDepth);
    } catch (error) {
      const { message } = error as Error;
      this.#end(/can't find pane/.test(message) ? 'its terminal was closed' : message);
      return;
    }
    // Checked after the capture: a shell's output appears only after Claude Code has left.
    if (!this.#options.isShown()) {
      this.#end('Claude Code has left the foreground of its terminal');
      return;
    }
    if (!this.isWatched) return;
    const now = this.#read(captured);
    this.#isPictureDue = !this.#update(now, isForPicture);
    const pauseMs = this.#isPictureDue ? 0 : Math.max(this.#pauseMs, now.above.length * REST_MS_PER_LINE);
    this.#timer = setTimeout(() => void this.#looks.run(), pauseMs);
  }

  /** Enough to see the lines that scrolled out since the last look, unless it was more than a screen. */
  get #usualDepth(): number {
    return !this.#last || this.#last.isAlternate ? 0 : this.#last.rows.length;
  }

  #read(captured: readonly string[]): Snapshot {
    const { changingMs, idleMs } = this.#options.pace;
    if (this.#last && areEqual(captured, this.#captured)) {
      this.#pauseMs = Math.min(idleMs, this.#pauseMs * SLOWER);
      return this.#last;
    }
    this.#captured = captured;
    this.#last = readSnapshot(captured);
    this.#pauseMs = changingMs;
    return this.#last;
  }

  /** False if a viewer needs a picture and `now` does not have all lines for it. */
  #update(now: Snapshot, isWhole: boolean): boolean {
    const differences = new Map<Snapshot, Buffer | undefined>();
    let picture: string | undefined;
    let isDone = true;
    for (const seat of this.#seats) {
      const { viewer, shown } = seat;
      // A slow viewer skips to the latest screen once it has caught up.
      if (shown === now || !viewer.isReady()) continue;
      if (shown && !differences.has(shown)) differences.set(shown, toBytes(drawDifference(shown, now)));
      const difference = shown && differences.get(shown);
      if (difference) {
        if (difference.length > 0) viewer.onOutput(difference);
      } else if (isWhole || now.isAlternate) {
        picture ??= drawPicture(now);
        viewer.onPicture({ columns: now.columns, rows: now.rows.length, data: picture });
      } else {
        isDone = false;
        continue;
      }
      seat.shown = now;
    }
    return isDone;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#captured = [];
    this.#last = undefined;
  }

  #end(reason: string): void {
    const left = [...this.#seats];
    this.#seats.clear();
    this.#rest();
    for (const { viewer } of left) viewer.onEnd(reason);
  }
}

function toBytes(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text);
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}
