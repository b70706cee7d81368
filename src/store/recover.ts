/** A damaged database: how it is recognized, moved aside, and replaced by the newest intact backup. */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Backup, forgetCredentials, listBackups, verifyBackup } from './backups.ts';
import { newEpoch } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Database } from './sqlite.ts';
import { isDamage } from './sqlite-errors.ts';
import { checkVisited, versionOfVisited, visitDatabase } from './visit-database.ts';

/** Checking this much takes no noticeable time, so it is checked at every start. */
const SMALL_BYTES = 32 * 1024 * 1024;
/** The name in `meta` that exists only while the database is closed after a proper close. */
export const CLOSED_WELL = 'closed_well';

/** The database is not in a state that Reins left it in. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';
}

/**
 * Throws DamagedDatabase. Reads everything only if the last close was not a proper one or the file is small,
 * so that a large log starts quickly.
 */
export function inspectDatabase(file: string, backups: string): void {
  if (!existsSync(file)) return;
  try {
    const reason = visitDatabase(file, (database) => findDamage(database, file, backups));
    if (reason !== undefined) throw new DamagedDatabase(reason);
  } catch (error) {
    if (isDamage(error)) throw new DamagedDatabase((error as Error).message);
    throw error;
  }
}

function findDamage(database: Database, file: string, backups: string): string | undefined {
  const version = versionOfVisited(database);
  // A database of a newer Reins is not checked; opening it reports that.
  if (version > MIGRATIONS.length) return undefined;
  if (version === 0) return findDefect(database, backups);
  const shortage = findShortage(database, file);
  if (shortage || (statSync(file).size >= SMALL_BYTES && wasClosedWell(database))) return shortage;
  const verdict = checkVisited(database);
  return verdict === 'ok' ? undefined : verdict;
}

/** Reins never finished creating this one: expected at a first start, wrong if there are backups. */
function findDefect(database: Database, backups: string): string | undefined {
  const { tables } = database.prepare('SELECT count(*) AS tables FROM visited.sqlite_master').get() as {
    tables: number;
  };
  if (tables > 0) return 'it contains tables that Reins did not create';
  return listBackups(backups).length > 0 ? 'it is empty' : undefined;
}

function wasClosedWell(database: Database): boolean {
  return database.prepare('SELECT 1 FROM visited.meta WHERE name = ?').get(CLOSED_WELL) !== undefined;
}

/** Without a write-ahead file all pages are in the file itself. */
function findShortage(database: Database, file: string): string | undefined {
  if (existsSync(`${file}-wal`)) return undefined;
  const { page_count: pages } = database.prepare('PRAGMA visited.page_count').get() as { page_count: number };
  const { page_size: bytes } = database.prepare('PRAGMA visited.page_size').get() as { page_size: number };
  const missing = pages * bytes - statSync(file).size;
  return missing > 0 ? `it is ${missing} bytes short` : undefined;
}

export interface Recovery {
  /** Where the damaged file is now. */
  readonly aside: string;
  /** The backup in its place. Undefined if the log is empty. */
  readonly backup: Backup | undefined;
  /** Backups that were damaged too. */
  readonly passedOver: readonly string[];
}

/**
 * Replaces `file` with the newest intact backup. The replacement is complete before anything is moved. A
 * stray write-ahead file must never be applied to it, so that one is moved first.
 */
export function replaceDamaged(file: string, backups: string, at: number): Recovery {
  const { draft, backup, passedOver } = prepareReplacement(file, backups);
  const aside = `${file}.corrupt-${new Date(at).toISOString().replace(/[-:.]/g, '')}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  if (backup) renameSync(draft, file);
  return { aside, backup, passedOver };
}

/** Finishes a replacement that a crash interrupted. Returns whether there was one. */
export function finishReplacement(file: string): boolean {
  if (existsSync(file) || !existsSync(draftOf(file))) return false;
  renameSync(draftOf(file), file);
  return true;
}

function prepareReplacement(file: string, backups: string) {
  const draft = draftOf(file);
  const passedOver: string[] = [];
  for (const backup of listBackups(backups)) {
    rmSync(draft, { force: true });
    copyFileSync(backup.file, draft);
    chmodSync(draft, 0o600);
    try {
      verifyBackup(draft);
      becomeAnotherLog(draft);
      // Older versions left them in.
      forgetCredentials(draft);
      return { draft, backup, passedOver };
    } catch {
      passedOver.push(backup.file);
    }
  }
  rmSync(draft, { force: true });
  return { draft, backup: undefined, passedOver };
}

/** The same events may get other numbers the second time: earlier resume ids must not be accepted. */
function becomeAnotherLog(file: string): void {
  visitDatabase(file, (database) => {
    if (versionOfVisited(database) > MIGRATIONS.length) throw new Error('written by a newer Reins');
    database.prepare("UPDATE visited.meta SET value = ? WHERE name = 'epoch'").run(newEpoch());
  });
}

const draftOf = (file: string) => `${file}.restoring`;
