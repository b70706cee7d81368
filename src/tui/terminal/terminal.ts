/**
 * The terminal of this process: keys in, frames out. Always restores it: at the end, on a signal, after a crash. Can lend it
 * to other programs.
 */
import { writeSync } from 'node:fs';
import type { ReadStream, WriteStream } from 'node:tty';
import { type Key, KeyReader } from '../../lib/read-keys.ts';
import { type Frame, LEAVE, Screen } from './screen.ts';

const STDOUT = 1;

export interface TerminalOptions {
  readonly input: ReadStream;
  readonly output: WriteStream;
  readonly onKey: (key: Key) => void;
  readonly onResize: () => void;
  /** Whether clicks and the wheel arrive as keys. */
  readonly mouse: boolean;
}

export class Terminal {
  readonly #options: TerminalOptions;
  readonly #screen: Screen;
  #keys = new KeyReader();
  #isOurs = false;
  #isOver = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#screen = new Screen(options.output, options);
  }

  get size(): { columns: number; rows: number } {
    const { columns, rows } = this.#options.output;
    return { columns: columns || 80, rows: rows || 24 };
  }

  open(): void {
    const { input, output } = this.#options;
    this.#isOurs = true;
    this.#keys = new KeyReader();
    input.setRawMode(true);
    input.setEncoding('utf8');
    input.on('data', this.#onData);
    input.resume();
    output.on('resize', this.#onResize);
    process.on('exit', this.#restore);
    process.on('SIGCONT', this.#onContinue);
    this.#screen.enter();
  }

  /** Permanently, even while it is lent. */
  close(): void {
    this.#isOver = true;
    this.#giveBack();
  }

  draw(frame: Frame): void {
    if (this.#isOurs) this.#screen.draw(frame);
  }

  /** Redraws the whole next frame. */
  forget(): void {
    if (this.#isOurs) this.#screen.forget();
  }

  /** Lends the terminal out until the promise is settled. */
  async lend<T>(use: () => Promise<T>): Promise<T> {
    this.#giveBack();
    try {
      return await use();
    } finally {
      if (!this.#isOver) {
        this.open();
        this.#options.onResize();
      }
    }
  }

  /** Suspends the process, as Ctrl-Z does. */
  suspend(): void {
    this.#screen.leave();
    this.#options.input.setRawMode(false);
    process.kill(process.pid, 'SIGTSTP');
    // Continues here after `fg`, or immediately if no shell could suspend it.
    this.#onContinue();
  }

  #giveBack(): void {
    if (!this.#isOurs) return;
    const { input, output } = this.#options;
    this.#isOurs = false;
    input.off('data', this.#onData);
    output.off('resize', this.#onResize);
    process.off('exit', this.#restore);
    process.off('SIGCONT', this.#onContinue);
    this.#screen.leave();
    input.setRawMode(false);
    input.pause();
  }

  readonly #onContinue = () => {
    this.#options.input.setRawMode(true);
    this.#screen.enter();
    this.#options.onResize();
  };

  readonly #onData = (sent: string) => {
    for (const key of this.#keys.read(sent)) this.#options.onKey(key);
  };

  readonly #onResize = () => {
    this.#screen.forget();
    this.#options.onResize();
  };

  /** The process exits unexpectedly: only synchronous writes still arrive. */
  readonly #restore = () => {
    this.#options.input.setRawMode(false);
    writeSync(STDOUT, LEAVE);
  };
}
