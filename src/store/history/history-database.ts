/** Opens the history database; one that is damaged is put aside, since transcripts can be read again. */
import { existsSync, renameSync } from 'node:fs';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { openDatabase, readVersion } from '../database.ts';
import { type Database, DatabaseSync } from '../sqlite.ts';
import { isDamage } from '../sqlite-errors.ts';
import { HISTORY_MIGRATIONS } from './history-migrations.ts';

export interface OpenedHistory {
  readonly database: Database;
  /** Where a damaged one was put. */
  readonly aside?: string;
}

/** For the one thread that writes. Throws `database_too_new`. */
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

/** For readers; undefined until the thread that writes has made all tables, one migration after the other. */
export function openHistoryToRead(file: string): Database | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  if (readVersion(database) >= HISTORY_MIGRATIONS.length) return database;
  database.close();
  return undefined;
}

function openForWriting(file: string): Database {
  const database = openDatabase(file, { migrations: HISTORY_MIGRATIONS });
  // What is written first and merged soon need not go to the file itself: checkpoints are rare while much is read.
  database.exec('PRAGMA wal_autocheckpoint = 16384');
  // Larger pieces to the disk: words wait in memory until they are 8 MB, or until the transaction ends.
  // They are merged less often than SQLite would: most of what is merged early is merged again.
  database.exec(
    "INSERT INTO words (words, rank) VALUES ('hashsize', 8388608), ('automerge', 16), ('crisismerge', 64)",
  );
  return database;
}
