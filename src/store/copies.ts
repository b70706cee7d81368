/**
 * Copies of other hosts' logs, in a separate database with the schema of a log. Their owners have all of it,
 * so it is not backed up: a damaged file is deleted and copied again.
 */
import { rmSync } from 'node:fs';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message } from '../protocol/messages.ts';
import { AuditReader } from './audit-reader.ts';
import { closeDatabase, listMeta, openDatabase, readMeta, removeMeta, writeMeta } from './database.ts';
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

/** A prompt that NATS keeps until its host is back. */
export interface WaitingPrompt {
  /** The key of its session. */
  readonly key: string;
  readonly message: Message;
}

export class CopyStore {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly feed: Feed;
  readonly audit: AuditReader;
  readonly #database: Database;
  readonly #listeners = new Set<() => void>();
  /** As in the database. */
  readonly #places = new Map<string, CopyPlace>();

  constructor(file: string) {
    this.#database = openOrReplace(file);
    this.#database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    this.log = new EventLog(this.#database, '');
    this.reader = new LogReader(this.#database, this.log.states);
    this.feed = new Feed(this.log, this.reader);
    this.audit = new AuditReader(this.#database);
  }

  place(host: string): CopyPlace | undefined {
    const known = this.#places.get(host) ?? readJson<CopyPlace>(this.#database, placeName(host));
    if (known) this.#places.set(host, known);
    return known;
  }

  /** The hosts that there are copies of. */
  owners(): string[] {
    return listMeta(this.#database, PLACE).map((name) => name.slice(PLACE.length));
  }

  /** Called when copies were removed: positions read before have no meaning any more. Returns an unsubscribe function. */
  onRemove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    const { epoch } = this.log;
    this.log.removeCopies(host);
    if (epoch !== this.log.epoch) for (const listener of this.#listeners) listener();
  }

  /** Prompts that wait for their host, by the id of the message. */
  prompts(): WaitingPrompt[] {
    return listMeta(this.#database, PROMPT).flatMap(
      (name) => readJson<WaitingPrompt>(this.#database, name) ?? [],
    );
  }

  savePrompt(prompt: WaitingPrompt): void {
    writeMeta(this.#database, PROMPT + prompt.message.message_id, JSON.stringify(prompt));
  }

  removePrompt(messageId: string): void {
    removeMeta(this.#database, PROMPT + messageId);
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

/** A checkpoint delays the events that wait for it; with SQLite's default of 1000 pages it would be one event in a hundred. */
const CHECKPOINT_PAGES = 8000;
const PLACE = 'copy ';
const PROMPT = 'prompt ';

function placeName(host: string): string {
  return PLACE + host;
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
