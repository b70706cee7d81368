/**
 * Opens the database file, migrates it to the current schema, and refuses one that a newer Reins has written.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { ReinsError } from '../protocol/errors.ts';
import { MIGRATIONS } from './migrations.ts';
import { type Database, DatabaseSync } from './sqlite.ts';

/** In WAL mode with NORMAL a committed row survives the death of the process; readers never block the writer. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA journal_size_limit = ${64 * 1024 * 1024};
  PRAGMA foreign_keys = ON;
`;

export interface OpenOptions {
  /** Called once before an existing database is migrated. */
  readonly beforeMigration?: (database: Database) => void;
  readonly migrations?: readonly string[];
  /** Whether `PRAGMA incremental_vacuum` returns the space of removed rows to the disk. */
  readonly returnsRoom?: boolean;
}

export function openDatabase(file: string, options: OpenOptions = {}): Database {
  const { beforeMigration = () => {}, migrations = MIGRATIONS, returnsRoom = false } = options;
  // SQLite would make the file readable for everyone.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    refuseNewer(database, file, migrations.length);
    // Must be set before the first table is created.
    if (returnsRoom && readVersion(database) === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec(SETTINGS);
    if (migrate(database, migrations, beforeMigration) && returnsRoom) allowReturningRoom(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The number of migrations applied to the database. */
export function readVersion(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function refuseNewer(database: Database, file: string, known: number): void {
  const version = readVersion(database);
  if (version <= known) return;
  throw new ReinsError(
    'database_too_new',
    `${file} was written by a newer Reins (format ${version}; this one supports ${known}). Update Reins, or set REINS_HOME to another folder.`,
    { file, version },
  );
}

/** True if anything was migrated. */
function migrate(
  database: Database,
  migrations: readonly string[],
  beforeMigration: (database: Database) => void,
): boolean {
  const version = readVersion(database);
  if (version === migrations.length) return false;
  if (version > 0) beforeMigration(database);
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    database.exec(step);
    if (index === 0) renewEpoch(database);
    database.exec(`PRAGMA user_version = ${index + 1}; COMMIT`);
  }
  return true;
}

/** Databases of older versions keep the space of removed rows until they are rewritten. */
function allowReturningRoom(database: Database): void {
  const { auto_vacuum } = database.prepare('PRAGMA auto_vacuum').get() as { auto_vacuum: number };
  if (auto_vacuum !== 0) return;
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch {
    // Without the space for that, new rows reuse the space of removed rows, and the file keeps its size.
  }
}

/**
 * Leaves one complete file behind and no others; a full disk or a running backup may prevent that,
 * harmlessly.
 */
export function closeDatabase(database: Database): void {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch {
    // The write-ahead file stays; the next opening applies it.
  }
  database.close();
}

/** Resume ids of another epoch are useless: a client that presents one starts again from a snapshot. */
export function renewEpoch(database: Database): string {
  const epoch = newEpoch();
  writeMeta(database, 'epoch', epoch);
  return epoch;
}

export function newEpoch(): string {
  return randomUUID().slice(0, 8);
}

export function readEpoch(database: Database): string {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'epoch'").get() as { value: string };
  return row.value;
}

export function writeMeta(database: Database, name: string, value: string): void {
  database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

export function readMeta(database: Database, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name) as
    | { value: string }
    | undefined;
  return row?.value;
}

/** The names that begin with this. */
export function listMeta(database: Database, prefix: string): string[] {
  const rows = database
    .prepare('SELECT name FROM meta WHERE name >= ? AND name < ? || char(0x10ffff)')
    .all(prefix, prefix) as { name: string }[];
  return rows.map(({ name }) => name);
}

export function removeMeta(database: Database, name: string): void {
  database.prepare('DELETE FROM meta WHERE name = ?').run(name);
}
