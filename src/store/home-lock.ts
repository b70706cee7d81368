/**
 * One hub per home: a lock that the kernel drops when its holder dies, however it dies.
 * SQLite's file locks are the only portable ones within reach of Node, so the lock is an empty database held
 * exclusively; a pid file would need guessing about stale pids and could be won by two starters at once.
 */
import { closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from './sqlite.ts';

export interface HomeLock {
  release(): void;
}

/** Undefined when another process holds the lock. */
export function acquireHomeLock(lockFile: string): HomeLock | undefined {
  // SQLite would make the file readable for all.
  closeSync(openSync(lockFile, 'a', 0o600));
  const taken = takeLock(lockFile);
  if (taken !== 'damaged') return taken;
  // Nobody holds it, or we would not have got to read it; and nothing in it matters.
  truncateSync(lockFile);
  const again = takeLock(lockFile);
  if (again === 'damaged') throw new Error(`${lockFile} is damaged. Remove it and start again.`);
  return again;
}

function takeLock(lockFile: string): HomeLock | 'damaged' | undefined {
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    // Nothing is ever written, not even a journal: a hub can start while the disk is full.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    const { message } = error as Error;
    if (/database is locked/.test(message)) return undefined;
    if (/not a database|malformed/.test(message)) return 'damaged';
    throw error;
  }
}
