/** Opens the history database. A damaged one is moved aside, since transcripts can be read again. */
import { existsSync, renameSync } from 'node:fs';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { openDatabase, readVersion } from '../database.ts';
import { type Database, DatabaseSync } from '../sqlite.ts';
import { isDamage } from '../sqlite-errors.ts';
import { HISTORY_MIGRATIONS } from './history-migrations.ts';

export interface OpenedHistory {
  readonly database: Database;
  /** The new path of a damaged one. */
  readonly aside?: string;
}

/** For the single writer thread. Throws `database_too_new`. */
export function openHistory(file: string, now: Clock = systemClock): OpenedHistory {
  try {
    return { database: openForWriting(file) };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const aside = `${file}.corrupt-${new Date(now()).toISOString().replace(/[-:.]/g, '')}`;
    for (const suffix of ['-wal', '-shm', '']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    }
    return { database: openForWriting(file), aside };
  }
}

/** For readers. Undefined until the writer thread has applied all migrations. */
export function openHistoryToRead(file: string): Database | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  if (readVersion(database) >= HISTORY_MIGRATIONS.length) return database;
  database.close();
  return undefined;
}

function openForWriting(file: string): Database {
  const database = openDatabase(file, { migrations: HISTORY_MIGRATIONS });
  // Data that is merged soon need not reach the file itself: checkpoints are rare during bulk reading.
  database.exec('PRAGMA wal_autocheckpoint = 16384');
  // Larger writes: words stay in memory until they are 8 MB, or until the transaction ends. They are merged
  // less often than by default: most early merges would be merged again.
  database.exec(
    "INSERT INTO words (words, rank) VALUES ('hashsize', 8388608), ('automerge', 16), ('crisismerge', 64)",
  );
  return database;
}
