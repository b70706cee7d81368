/**
 * The files by which sessions learn that they may get messages: a mark for each of them, named after it, and the bell
 * beside, which is there while there are marks, and is rung by changing it.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../lib/clock.ts';

export class RelayFiles {
  readonly #bell: string;
  readonly #now: Clock;

  constructor(bell: string, now: Clock) {
    this.#bell = bell;
    this.#now = now;
  }

  /** Makes the files agree with the sessions that may get messages. */
  mark(sessionIds: ReadonlySet<string>): void {
    const folder = dirname(this.#bell);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const marks = new Set(readdirSync(folder).filter((name) => name !== basename(this.#bell)));
    for (const name of marks) if (!sessionIds.has(name)) rmSync(join(folder, name), { force: true });
    for (const id of sessionIds) if (!marks.has(id)) writeFileSync(join(folder, id), '', { mode: 0o600 });
    if (sessionIds.size === 0) rmSync(this.#bell, { force: true });
    else if (!existsSync(this.#bell)) this.ring();
  }

  ring(): void {
    writeFileSync(this.#bell, `${this.#now()}\n`, { mode: 0o600 });
  }
}
