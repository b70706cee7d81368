/** The clock of the hub and its runners, which a fault can move. Claude Code keeps the true time. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class HubClock {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'clock-shift');
    this.env = {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'shifted-date.cjs')}`,
      CHAOS_CLOCK: this.#file,
    };
    this.shift(0);
  }

  shift(seconds: number): void {
    writeFileSync(`${this.#file}.new`, String(seconds));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
