/**
 * Opens the log of a home: recovers it if it is damaged, backs it up before a migration and once a day, and
 * records whether it was closed properly. The caller holds the home's lock.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../lib/clock.ts';
import { ReinsError } from '../protocol/errors.ts';
import { backUpNow, keepDailyBackups, listBackups } from './backups.ts';
import { closeDatabase, openDatabase, removeMeta, writeMeta } from './database.ts';
import { EventLog } from './event-log.ts';
import { Feed } from './feed.ts';
import { LogReader } from './log-reader.ts';
import {
  CLOSED_WELL,
  DamagedDatabase,
  finishReplacement,
  inspectDatabase,
  type Recovery,
  replaceDamaged,
} from './recover.ts';
import type { Database } from './sqlite.ts';
import { explainError, isDamage, isRefused } from './sqlite-errors.ts';

const REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ENOENT'];

export interface OpenLogOptions {
  /** The home's folder, which exists. */
  readonly folder: string;
  readonly host: string;
  readonly now?: Clock;
  /** Receives warnings for people while the log is open, such as a failed backup. */
  readonly onNotice?: (notice: string) => void;
}

export interface OpenedLog {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly feed: Feed;
  readonly database: Database;
  /** Time of the last write before the log was opened, in milliseconds. Undefined for a new log. */
  readonly lastWrittenAt: number | undefined;
  /** Warnings for people about the opening: damage, what was restored, what is lost. */
  readonly notices: readonly string[];
  close(): void;
}

/** Throws `database_too_new`, `home_not_writable` or `log_unavailable`. */
export function openLog({ folder, host, now: clock, onNotice = () => {} }: OpenLogOptions): OpenedLog {
  const now = clock ?? systemClock;
  const file = join(folder, 'reins.db');
  const lastWrittenAt = explained(folder, () => lastWriteOf(file));
  const backups = join(folder, 'backups');
  const { database, notices } = explained(folder, () => openOrRecover(file, backups, now));
  const daily = keepDailyBackups({
    source: file,
    folder: backups,
    now,
    onFailure: (error) => onNotice(`The daily backup failed: ${(error as Error).message}`),
  });
  const log = new EventLog(database, host, clock);
  const reader = new LogReader(database, log.states);
  return {
    log,
    reader,
    feed: new Feed(log, reader),
    database,
    lastWrittenAt,
    notices,
    close() {
      daily.stop();
      if (!log.isDamaged) markClosed(database);
      closeDatabase(database);
    },
  };
}

/** The newer of the database and its write-ahead file: neither changes while nothing is written. */
function lastWriteOf(file: string): number | undefined {
  const times = [file, `${file}-wal`].flatMap(
    (one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return times.length > 0 ? Math.max(...times) : undefined;
}

function openOrRecover(file: string, backups: string, now: Clock) {
  const notices: string[] = [];
  const open = () => {
    inspectDatabase(file, backups);
    const database = openDatabase(file, {
      beforeMigration: (opened) => backUpNow(opened, backups, now()),
      returnsRoom: true,
    });
    removeMeta(database, CLOSED_WELL);
    return database;
  };
  if (finishReplacement(file))
    notices.push(`${file} was restored from a backup after an interrupted recovery.`);
  if (!existsSync(file)) notices.push(...describeAbsence(file, backups));
  try {
    return { database: open(), notices };
  } catch (error) {
    if (!(error instanceof DamagedDatabase) && !isDamage(error)) throw error;
    notices.push(...describeRecovery(file, (error as Error).message, replaceDamaged(file, backups, now())));
    return { database: open(), notices };
  }
}

function describeAbsence(file: string, backups: string): string[] {
  const [newest] = listBackups(backups);
  if (!newest) return [];
  return [
    `${file} is missing, so the log starts empty. To restore the newest backup, stop Reins and copy ${newest.file} to ${file}. Tokens and paired devices are not in it.`,
  ];
}

function describeRecovery(file: string, reason: string, { aside, backup, passedOver }: Recovery): string[] {
  const since = backup ? ` after ${new Date(backup.at).toISOString()}` : '';
  return [
    `${file} was damaged (${reason}) and is now ${aside}.`,
    ...passedOver.map((path) => `The backup ${path} is also damaged and was skipped.`),
    backup
      ? `The log was restored from ${backup.file}.`
      : 'There was no usable backup: the log starts empty.',
    `The content of transcripts is read again. Not recovered: raw hook payloads, interactions and their answers${since}, ` +
      'and sessions whose transcript is gone. Clients start again from a snapshot.',
    'Tokens and paired devices are never restored: create new tokens ("reins token add") and pair devices again ("reins pair").',
  ];
}

function markClosed(database: Database): void {
  try {
    writeMeta(database, CLOSED_WELL, 'yes');
  } catch {
    // On a full disk this fails, and the next start checks everything.
  }
}

function explained<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!REFUSALS.includes(code) && !isRefused(error)) throw explainError(error);
    throw new ReinsError(
      'home_not_writable',
      `Reins cannot write in its folder ${folder} (${message}). Make it writable, or set REINS_HOME to another folder.`,
      { folder },
    );
  }
}
