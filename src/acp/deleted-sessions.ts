/**
 * Sessions that were deleted in an editor: no longer listed there, until they are used again. The hub and Claude Code keep
 * their history.
 */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import type { Session } from '../protocol/session.ts';

type Deleted = Pick<Session, 'session_id' | 'last_activity_at'>;

/** More than an editor lists; the oldest are forgotten. */
const KEPT = 5000;

export class DeletedSessions {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  has({ session_id, last_activity_at }: Deleted): boolean {
    const at = this.#read()[session_id];
    return at !== undefined && last_activity_at <= at;
  }

  add({ session_id, last_activity_at }: Deleted): void {
    const { [session_id]: _, ...others } = this.#read();
    const kept = Object.entries({ ...others, [session_id]: last_activity_at }).slice(-KEPT);
    writeFileAtomically(this.#file, `${JSON.stringify(Object.fromEntries(kept))}\n`);
  }

  /** A file that cannot be read hides nothing. */
  #read(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  }
}
