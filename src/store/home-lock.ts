/**
 * One hub per home: a lock that the kernel drops when its holder dies, however it dies.
 * SQLite's file locks are the only portable ones within reach of Node, so the lock is an empty database held
 * exclusively; a pid file would need guessing about stale pids and could be won by two starters at once.
 */
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from './sqlite.ts';

export interface HomeLock {
  release(): void;
}

/** Undefined when another process holds the lock. */
export function acquireHomeLock(lockFile: string): HomeLock | undefined {
  // SQLite would make the file readable for all.
  closeSync(openSync(lockFile, 'a', 0o600));
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (/database is locked/.test((error as Error).message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
