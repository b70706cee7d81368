/**
 * One hub per home: a lock that the kernel drops when its holder dies, however it dies. SQLite's file locks
 * are the only portable ones available to Node, so the lock is an empty database held exclusively. A pid file
 * would require guessing about stale pids, and two starting hubs could both win it.
 */
import { closeSync, openSync, truncateSync } from 'node:fs';
import { DatabaseSync } from './sqlite.ts';

export interface HomeLock {
  release(): void;
}

/** Undefined if another process holds the lock. */
export function acquireHomeLock(lockFile: string): HomeLock | undefined {
  // SQLite would make the file readable for everyone.
  closeSync(openSync(lockFile, 'a', 0o600));
  const taken = takeLock(lockFile);
  if (taken !== 'damaged') return taken;
  // It has no holder, or the read would have failed; and its content does not matter.
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
