/**
 * Copies of other hosts' logs, in a separate database with the schema of a log. Their owners have all of it,
 * so it is not backed up: a damaged file is deleted and copied again.
 */
import { rmSync } from 'node:fs';
import type { ReinsEvent } from '../protocol/events.ts';
import { closeDatabase, openDatabase, readMeta, removeMeta, writeMeta } from './database.ts';
import { EventLog } from './event-log.ts';
import { Feed } from './feed.ts';
import { LogReader } from './log-reader.ts';
import type { Database } from './sqlite.ts';
import { isDamage } from './sqlite-errors.ts';

/** Where the copy of a host's log ends. */
export interface CopyPlace {
  readonly epoch: string;
  readonly position: number;
}

export interface CopiedPage {
  readonly epoch: string;
  readonly up_to: number;
  readonly events: readonly ReinsEvent[];
}

export class CopyStore {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly feed: Feed;
  readonly #database: Database;
  /** As in the database. */
  readonly #places = new Map<string, CopyPlace>();

  constructor(file: string) {
    this.#database = openOrReplace(file);
    this.log = new EventLog(this.#database, '');
    this.reader = new LogReader(this.#database, this.log.states);
    this.feed = new Feed(this.log, this.reader);
  }

  place(host: string): CopyPlace | undefined {
    const known = this.#places.get(host) ?? readJson<CopyPlace>(this.#database, placeName(host));
    if (known) this.#places.set(host, known);
    return known;
  }

  /** Stores the page and the new end of the copy together, or neither. */
  append(host: string, { epoch, up_to, events }: CopiedPage): void {
    const place = { epoch, position: up_to };
    this.log.appendCopies(host, events, () => this.#savePlace(host, place));
    this.#places.set(host, place);
  }

  /** Removes the copy of a host's log and starts one of another log. */
  restart(host: string, epoch: string): void {
    this.remove(host);
    const place = { epoch, position: 0 };
    this.#savePlace(host, place);
    this.#places.set(host, place);
  }

  /** Removes everything of a host. */
  remove(host: string): void {
    this.#places.delete(host);
    removeMeta(this.#database, placeName(host));
    this.log.removeCopies(host);
  }

  streamPlace(): { readonly stream: string; readonly seq: number } | undefined {
    return readJson(this.#database, 'stream');
  }

  saveStreamPlace(place: { readonly stream: string; readonly seq: number }): void {
    writeMeta(this.#database, 'stream', JSON.stringify(place));
  }

  close(): void {
    closeDatabase(this.#database);
  }

  #savePlace(host: string, place: CopyPlace): void {
    writeMeta(this.#database, placeName(host), JSON.stringify(place));
  }
}

function placeName(host: string): string {
  return `copy ${host}`;
}

function readJson<T>(database: Database, name: string): T | undefined {
  const text = readMeta(database, name);
  return text === undefined ? undefined : JSON.parse(text);
}

function openOrReplace(file: string): Database {
  try {
    return openDatabase(file, { returnsRoom: true });
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return openDatabase(file, { returnsRoom: true });
  }
}
