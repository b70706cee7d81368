/** A damaged database: how it is recognised, set aside, and replaced by the newest backup that is whole. */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { type Backup, forgetCredentials, listBackups, verifyBackup } from './backups.ts';
import { newEpoch } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Database } from './sqlite.ts';
import { isDamage } from './sqlite-errors.ts';
import { checkVisited, versionOfVisited, visitDatabase } from './visit-database.ts';

/** Checking this much takes no noticeable time, so it is checked at every start. */
const SMALL_BYTES = 32 * 1024 * 1024;
/** The name in `meta` that is there only while the database is closed, and was closed properly. */
export const CLOSED_WELL = 'closed_well';

/** The database is not what a Reins left behind. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';
}

/**
 * Throws DamagedDatabase. Reads everything only where there is a reason to, so that a large log starts quickly: the last
 * close was not a proper one, or the file is small anyway.
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
  // One of a newer Reins is not ours to judge; whoever opens it is told.
  if (version > MIGRATIONS.length) return undefined;
  if (version === 0) return findStrangeness(database, backups);
  const shortage = findShortage(database, file);
  if (shortage || (statSync(file).size >= SMALL_BYTES && wasClosedWell(database))) return shortage;
  const verdict = checkVisited(database);
  return verdict === 'ok' ? undefined : verdict;
}

/** No Reins has finished making this one: right for a first start, wrong where there are backups. */
function findStrangeness(database: Database, backups: string): string | undefined {
  const { tables } = database.prepare('SELECT count(*) AS tables FROM visited.sqlite_master').get() as {
    tables: number;
  };
  if (tables > 0) return 'it holds tables that Reins did not make';
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
  /** What stands in its place; undefined when an empty log does. */
  readonly backup: Backup | undefined;
  /** Backups that were not whole either. */
  readonly passedOver: readonly string[];
}

/**
 * Puts the newest whole backup in the place of `file`. The replacement is complete before anything is moved, and a
 * stray write-ahead file must never meet it, so that is moved first.
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

/** Ends a replacement that a crash cut in two. Returns whether there was one. */
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

/** The same events may get other numbers the second time: resume ids from before must not be honoured. */
function becomeAnotherLog(file: string): void {
  visitDatabase(file, (database) => {
    if (versionOfVisited(database) > MIGRATIONS.length) throw new Error('written by a newer Reins');
    database.prepare("UPDATE visited.meta SET value = ? WHERE name = 'epoch'").run(newEpoch());
  });
}

const draftOf = (file: string) => `${file}.restoring`;
