/** The clock of the hub, its runners and Claude Code, which a fault can move. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class MachineClock {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'clock-shift');
    const script = join(import.meta.dirname, 'shifted-date.cjs');
    this.env = {
      NODE_OPTIONS: `--require ${script}`,
      // Claude Code is a Bun program.
      BUN_OPTIONS: `--preload=${script}`,
      CHAOS_CLOCK: this.#file,
    };
    this.shift(0);
  }

  shift(seconds: number): void {
    writeFileSync(`${this.#file}.new`, String(seconds));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
