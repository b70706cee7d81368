/** Interprets SQLite's errors: damage to the file, a log that cannot be written now, or our own bug. */
import { ReinsError } from '../protocol/errors.ts';

const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** The file ends before the requested page. */
const SHORT_READ = 522;

const REASONS: Readonly<Record<number, string>> = {
  [BUSY]: 'another program has locked the database; close it',
  [READ_ONLY]: 'the database is read-only; make the folder and its files writable for you',
  [IO_ERROR]: 'the disk reports an error',
  [CORRUPT]: 'the database is damaged; restart Reins to restore the newest backup',
  [FULL]: 'the disk is full; free some space, and Reins continues automatically',
  [CANNOT_OPEN]: 'the database cannot be opened; check that its folder exists and that you own it',
  [NOT_A_DATABASE]: 'the database is damaged; restart Reins to restore the newest backup',
};

/** The file itself is corrupt: neither waiting nor free space would fix it. */
export function isDamage(error: unknown): boolean {
  const code = extendedCodeOf(error);
  return [CORRUPT, NOT_A_DATABASE].includes(code & 0xff) || code === SHORT_READ;
}

/** The folder or its files are not writable. */
export function isRefused(error: unknown): boolean {
  return [READ_ONLY, CANNOT_OPEN].includes(extendedCodeOf(error) & 0xff);
}

/** Returns an error of the disk or the database as `log_unavailable` with its reason; any other unchanged. */
export function explainError(error: unknown): unknown {
  const reason = REASONS[extendedCodeOf(error) & 0xff];
  if (!reason) return error;
  return new ReinsError('log_unavailable', `The log cannot be used: ${reason}.`, {
    reason: (error as Error).message,
  });
}

/** Runs a statement; its errors are explained. */
export function explained<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explainError(error);
  }
}

function extendedCodeOf(error: unknown): number {
  const { sqliteExtendedCode, errcode } = (error ?? {}) as {
    sqliteExtendedCode?: unknown;
    errcode?: unknown;
  };
  return Number(sqliteExtendedCode ?? errcode ?? 0);
}
