/**
 * Watches Claude Code's list of live sessions and logs changes: runs that start and end, their state,
 * sessions that move to another id. A file left behind by a killed process is recognized by the process's
 * start time.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegistryChange } from '../../adapters/registry-adapter.ts';
import { isListedProcessAlive, withOwnMark } from '../../claude/live-sessions.ts';
import { REGISTRY_FILE, type RegistryEntry, registryEntrySchema } from '../../claude/registry-file.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { isMissing } from '../../lib/is-missing.ts';
import { FolderWatch } from '../../lib/watch-folder.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';

const SLOW_LOOK_MS = 2000;
/** After this many slow checks, all files are read again for changes that the watch missed. */
const LOOKS_PER_READING = 5;
/** The file is written in place: a partial read is repeated. */
const TORN_READ_MS = 20;

/** Maximum age of a session that /clear may have just created. */
const NEW_SESSION_MS = 5000;
/** How often to request the public list while Claude Code's own cannot be parsed. */
const ASK_EVERY_MS = 60_000;

export interface RegistryWatcherOptions {
  readonly configFolder: string;
  /** Claude Code's public, slower list of live sessions. */
  readonly listAgents?: () => Promise<RegistryEntry[]>;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly now: Clock;
}

export class RegistryWatcher {
  readonly #options: RegistryWatcherOptions;
  readonly #folder: string;
  readonly #entries = new Map<number, RegistryEntry>();
  /** Processes that only the public list reported: they have no file to miss. */
  readonly #withoutFile = new Set<number>();
  #askedAt = Number.NEGATIVE_INFINITY;
  readonly #watch: FolderWatch;
  readonly #slowLook: NodeJS.Timeout;

  constructor(options: RegistryWatcherOptions) {
    this.#options = options;
    this.#folder = join(options.configFolder, 'sessions');
    this.#watch = new FolderWatch((folder, name) =>
      folder === this.#folder ? this.#onChange(name) : this.look(),
    );
    this.#rememberRuns();
    this.look();
    let looks = 0;
    this.#slowLook = setInterval(() => {
      looks++;
      if (looks % LOOKS_PER_READING === 0) this.look();
      else this.#checkForDead();
    }, SLOW_LOOK_MS);
    this.#slowLook.unref();
  }

  /** Sessions that a live process serves. */
  liveSessions(): string[] {
    return [...this.#entries.values()].map(({ sessionId }) => sessionId);
  }

  close(): void {
    clearInterval(this.#slowLook);
    this.#watch.close();
  }

  /** Runs that were alive when the hub last ran. If they have ended since, that must be logged. */
  #rememberRuns(): void {
    for (const state of this.#options.reader.liveSessions()) {
      for (const { pid, start_mark, ended_at } of Object.values(state.runs)) {
        if (ended_at !== undefined) continue;
        const entry = { pid, sessionId: state.session_id, procStart: start_mark } as RegistryEntry;
        // Two sessions may have had the same pid in turn: only a live one may keep it.
        if (isListedProcessAlive(entry)) this.#entries.set(pid, entry);
        else this.#log({ before: entry, gone: 'killed' });
      }
    }
  }

  /** Checks everything: new files, and processes that died without removing theirs. */
  look(): void {
    // Claude Code creates the list with its first session.
    if (!this.#watch.add(this.#folder)) this.#watch.add(this.#options.configFolder);
    const names = this.#list();
    if (names) {
      const understood = names.filter((name) => this.#noteFile(name) === 'noted');
      for (const entry of this.#entries.values()) {
        if (!names.includes(`${entry.pid}.json`)) this.#forgetFile(entry);
      }
      if (names.length > 0 && understood.length === 0) void this.#askForAgents();
    }
    this.#checkForDead();
  }

  /** A later Claude Code may change the format of its list: then use the public one. */
  async #askForAgents(): Promise<void> {
    const { listAgents } = this.#options;
    if (!listAgents || performance.now() - this.#askedAt < ASK_EVERY_MS) return;
    this.#askedAt = performance.now();
    for (const entry of await listAgents()) {
      this.#withoutFile.add(entry.pid);
      this.#note(entry);
    }
  }

  #checkForDead(): void {
    for (const entry of this.#entries.values())
      if (!isListedProcessAlive(entry)) this.#forget(entry, 'killed');
  }

  #onChange(name: string | undefined): void {
    if (name === undefined) this.look();
    else if (REGISTRY_FILE.test(name) && this.#noteFile(name) !== 'noted') {
      // Removed, or only partly written; only removal ends a run.
      setTimeout(() => {
        const known = this.#entries.get(Number.parseInt(name, 10));
        if (this.#noteFile(name) === 'gone' && known) this.#forgetFile(known);
      }, TORN_READ_MS).unref();
    }
  }

  #noteFile(name: string): 'noted' | 'unreadable' | 'gone' {
    const entry = this.#read(name);
    if (typeof entry === 'string') return entry;
    this.#note(entry);
    return 'noted';
  }

  /** Processes from the public list have no file to miss. */
  #forgetFile(entry: RegistryEntry): void {
    if (!this.#withoutFile.has(entry.pid)) this.#forget(entry, 'exited');
  }

  #note(now: RegistryEntry): void {
    if (!isListedProcessAlive(now)) return;
    const before = this.#entries.get(now.pid);
    const isSameProcess = before?.procStart === now.procStart;
    // The pid belongs to another process now: the previous owner is gone.
    if (before && !isSameProcess) this.#forget(before, 'killed');
    if (this.#log({ before: isSameProcess ? before : undefined, now })) this.#entries.set(now.pid, now);
  }

  #forget(before: RegistryEntry, gone: 'exited' | 'killed'): void {
    if (!this.#log({ before, gone })) return;
    this.#entries.delete(before.pid);
    this.#withoutFile.delete(before.pid);
  }

  /** False if the log rejected it: the known state stays, and the next check reports it again. */
  #log(change: {
    before?: RegistryEntry | undefined;
    now?: RegistryEntry;
    gone?: 'exited' | 'killed';
  }): boolean {
    const { log, reader, output, now } = this.#options;
    const at = now();
    const isOld = (sessionId: string) => (reader.session(sessionId)?.started_at ?? at) < at - NEW_SESSION_MS;
    const runOf = ({ sessionId, pid, procStart = '' }: RegistryEntry) =>
      reader.session(sessionId)?.runs[`${pid}:${procStart}`];
    const isServing = (entry: RegistryEntry) => {
      const run = runOf(entry);
      return run !== undefined && run.ended_at === undefined;
    };
    const hasLeft = (entry: RegistryEntry) => !isServing(entry) && runOf(entry)?.has_moved === true;
    const batches = readRegistryChange({ ...change, at, isOld, isServing, hasLeft });
    try {
      if (batches.length > 0) log.append(batches);
      return true;
    } catch (error) {
      output.warn('Failed to record the state of a live session', error);
      return false;
    }
  }

  /** Undefined if the list cannot be read, which proves nothing about the sessions. */
  #list(): string[] | undefined {
    try {
      return readdirSync(this.#folder).filter((name) => REGISTRY_FILE.test(name));
    } catch (error) {
      return isMissing(error) ? [] : undefined;
    }
  }

  #read(name: string): RegistryEntry | 'unreadable' | 'gone' {
    try {
      const parsed = registryEntrySchema.safeParse(
        JSON.parse(readFileSync(join(this.#folder, name), 'utf8')),
      );
      return parsed.success ? withOwnMark(parsed.data) : 'unreadable';
    } catch (error) {
      return isMissing(error) ? 'gone' : 'unreadable';
    }
  }
}
