/**
 * Verified copies of the database: their names, how they are made, which are kept. They contain no tokens and
 * no devices: a revoked one must not come back with a copy.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backUpInWorker } from './backup-worker.ts';
import type { Database } from './sqlite.ts';
import { checkVisited, visitDatabase } from './visit-database.ts';

const KEPT = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOOK_EVERY_MS = 60 * 60 * 1000;
const FIRST_LOOK_AFTER_MS = 60 * 1000;
const NAME = /^reins-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;
const UNFINISHED = '.unfinished';

export interface Backup {
  readonly file: string;
  /** When it was made, in milliseconds. */
  readonly at: number;
}

/** Newest first. */
export function listBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, year, month, day, ...time] = NAME.exec(name) ?? [];
      if (!year) return [];
      const [hour, minute, second, ms] = time;
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ file: join(folder, name), at }];
    })
    .sort((a, b) => b.at - a.at);
}

/** How much the copies have grown per day. Undefined until two days have copies. */
export function growthPerDay(folder: string): number | undefined {
  const backups = listBackups(folder);
  const [newest, oldest] = [backups.at(0), backups.at(-1)];
  if (!newest || !oldest || newest.at - oldest.at < DAY_MS / 2) return undefined;
  const size = ({ file }: Backup) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const days = (newest.at - oldest.at) / DAY_MS;
  return Math.max(0, Math.round((size(newest) - size(oldest)) / days));
}

/** Does not block: another thread copies and verifies while this one keeps writing. */
export async function backUp(source: string, folder: string, at: number): Promise<Backup> {
  const { draft, backup } = begin(folder, at);
  try {
    await backUpInWorker(source, draft);
    return finish(folder, draft, backup);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Synchronous, for use before a migration. */
export function backUpNow(database: Database, folder: string, at: number): Backup {
  const { draft, backup } = begin(folder, at);
  try {
    database.prepare('VACUUM INTO ?').run(draft);
    verifyBackup(draft);
    return finish(folder, draft, backup);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Throws if the copy is incomplete. */
export function verifyBackup(file: string): void {
  const verdict = visitDatabase(file, checkVisited);
  if (verdict !== 'ok') throw new Error(`${file} is incomplete: ${verdict}`);
}

export interface DailyBackups {
  readonly source: string;
  readonly folder: string;
  readonly now: () => number;
  /** Called when a backup fails; the next attempt is an hour later. */
  readonly onFailure: (error: unknown) => void;
}

/** Makes a backup whenever the newest is a day old, until stopped. Does not keep the process alive. */
export function keepDailyBackups({ source, folder, now, onFailure }: DailyBackups): { stop(): void } {
  let isBusy = false;
  const look = async () => {
    if (isBusy || !isDue(folder, now())) return;
    isBusy = true;
    try {
      await backUp(source, folder, now());
    } catch (error) {
      onFailure(error);
    } finally {
      isBusy = false;
    }
  };
  const first = setTimeout(look, FIRST_LOOK_AFTER_MS).unref();
  const regular = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(regular);
    },
  };
}

/** A backup from the future was made before the clock went back; it counts as old. */
export function isDue(folder: string, now: number): boolean {
  return !listBackups(folder).some(({ at }) => at <= now && now - at < DAY_MS);
}

function begin(folder: string, at: number): { draft: string; backup: Backup } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
  }
  const name = `reins-${new Date(at).toISOString().replace(/[-:.]/g, '')}.db`;
  return { draft: join(folder, `${name}${UNFINISHED}`), backup: { file: join(folder, name), at } };
}

const CREDENTIALS = ['tokens', 'devices', 'push_subscriptions', 'notify_preferences'];

/** Databases of older versions do not have all of them. */
export function forgetCredentials(file: string): void {
  visitDatabase(file, (database) => {
    const tables = database.prepare('SELECT name FROM visited.sqlite_master').all() as { name: string }[];
    for (const { name } of tables)
      if (CREDENTIALS.includes(name)) database.exec(`DELETE FROM visited.${name}`);
  });
}

function finish(folder: string, draft: string, backup: Backup): Backup {
  forgetCredentials(draft);
  chmodSync(draft, 0o600);
  renameSync(draft, backup.file);
  const others = listBackups(folder).filter(({ file }) => file !== backup.file);
  for (const { file } of others.slice(KEPT - 1)) rmSync(file, { force: true });
  return backup;
}
