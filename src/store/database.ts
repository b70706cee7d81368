/** Opens the database file, brings it to the current shape, and refuses one that a newer Reins has written. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { ReinsError } from '../protocol/errors.ts';
import { MIGRATIONS } from './migrations.ts';
import { type Database, DatabaseSync } from './sqlite.ts';

/** `beforeMigration` is called once when an existing database is about to change its shape. */
export function openDatabase(
  file: string,
  beforeMigration: (database: Database) => void = () => {},
): Database {
  // SQLite would make the file readable for all.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    // In WAL mode with NORMAL a committed row survives the death of the process; readers never block the writer.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    migrate(database, file, beforeMigration);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: Database, file: string, beforeMigration: (database: Database) => void): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > MIGRATIONS.length) {
    throw new ReinsError(
      'database_too_new',
      `${file} was written by a newer Reins (format ${version}, this one knows ${MIGRATIONS.length}). Update Reins, or set REINS_HOME to another folder.`,
      { file, version },
    );
  }
  if (version === MIGRATIONS.length) return;
  if (version > 0) beforeMigration(database);
  for (let step = version; step < MIGRATIONS.length; step++) {
    database.exec(`BEGIN IMMEDIATE; ${MIGRATIONS[step]}; PRAGMA user_version = ${step + 1}; COMMIT`);
  }
  if (version === 0) renewEpoch(database);
}

/** Resume ids of another epoch are of no use: whoever presents one starts again from a snapshot. */
export function renewEpoch(database: Database): void {
  const epoch = randomUUID().slice(0, 8);
  database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?)").run(epoch);
}

export function readEpoch(database: Database): string {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'epoch'").get() as { value: string };
  return row.value;
}
