/**
 * Watches Claude Code's list of live sessions and logs what changes: runs that start and end, what they are doing,
 * sessions that move to another id. A file left behind by a killed process is recognised by the process's start time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRegistryChange } from '../adapters/registry-adapter.ts';
import { REGISTRY_FILE, type RegistryEntry, registryEntrySchema } from '../claude/registry-file.ts';
import { isProcessAlive } from '../lib/process-identity.ts';
import { FolderWatch } from '../lib/watch-folder.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { HubLog } from './hub-log.ts';

const SLOW_LOOK_MS = 2000;
/** Every so many slow looks all files are read again, for changes that the watch has missed. */
const LOOKS_PER_READING = 5;
/** The file is written in place: a torn read is read again. */
const TORN_READ_MS = 20;

/** How often the public list is asked for while Claude Code's own cannot be understood. */
const ASK_EVERY_MS = 60_000;

export interface RegistryWatcherOptions {
  readonly configFolder: string;
  /** The public, slower way to learn which sessions live. */
  readonly listAgents?: () => Promise<RegistryEntry[]>;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
}

export class RegistryWatcher {
  readonly #options: RegistryWatcherOptions;
  readonly #folder: string;
  readonly #entries = new Map<number, RegistryEntry>();
  /** Processes that only the public list has told of: they have no file that could be missed. */
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
      else this.#lookForDead();
    }, SLOW_LOOK_MS);
    this.#slowLook.unref();
  }

  /** Sessions that a living process serves. */
  liveSessions(): string[] {
    return [...this.#entries.values()].map(({ sessionId }) => sessionId);
  }

  close(): void {
    clearInterval(this.#slowLook);
    this.#watch.close();
  }

  /** Runs that were alive when the hub last ran: if they have died meanwhile, their end is news. */
  #rememberRuns(): void {
    for (const state of this.#options.reader.liveSessions()) {
      for (const { pid, start_mark, ended_at } of Object.values(state.runs)) {
        if (ended_at === undefined) {
          this.#entries.set(pid, {
            pid,
            sessionId: state.session_id,
            procStart: start_mark,
          } as RegistryEntry);
        }
      }
    }
  }

  /** Looks at everything: new files, and processes that died without removing theirs. */
  look(): void {
    // Claude Code makes the list with its first session.
    if (!this.#watch.add(this.#folder)) this.#watch.add(this.#options.configFolder);
    const names = this.#list();
    const understood = names.filter((name) => this.#noteFile(name));
    for (const entry of this.#entries.values()) {
      if (!names.includes(`${entry.pid}.json`) && !this.#withoutFile.has(entry.pid)) this.#forget(entry);
    }
    this.#lookForDead();
    if (names.length > 0 && understood.length === 0) void this.#askForAgents();
  }

  /** A later Claude Code may write its list in another form: then it is asked. */
  async #askForAgents(): Promise<void> {
    const { listAgents } = this.#options;
    if (!listAgents || performance.now() - this.#askedAt < ASK_EVERY_MS) return;
    this.#askedAt = performance.now();
    for (const entry of await listAgents()) {
      this.#withoutFile.add(entry.pid);
      this.#note(entry);
    }
  }

  #lookForDead(): void {
    for (const entry of this.#entries.values()) if (!isAlive(entry)) this.#forget(entry);
  }

  #onChange(name: string | undefined): void {
    if (name === undefined) this.look();
    else if (REGISTRY_FILE.test(name) && !this.#noteFile(name)) {
      // Removed, or caught in the middle of being written.
      setTimeout(() => {
        const known = this.#entries.get(Number.parseInt(name, 10));
        if (!this.#noteFile(name) && known) this.#forget(known);
      }, TORN_READ_MS).unref();
    }
  }

  #noteFile(name: string): boolean {
    const entry = this.#read(name);
    if (entry) this.#note(entry);
    return entry !== undefined;
  }

  #note(now: RegistryEntry): void {
    if (!isAlive(now)) return;
    const before = this.#entries.get(now.pid);
    const isSameProcess = before?.procStart === now.procStart;
    this.#log({ before: isSameProcess ? before : undefined, now });
    this.#entries.set(now.pid, now);
  }

  #forget(before: RegistryEntry): void {
    this.#entries.delete(before.pid);
    this.#withoutFile.delete(before.pid);
    this.#log({ before, gone: isAlive(before) ? 'exited' : this.#hasFile(before.pid) ? 'killed' : 'exited' });
  }

  #log(change: {
    before?: RegistryEntry | undefined;
    now?: RegistryEntry;
    gone?: 'exited' | 'killed';
  }): void {
    const { log, reader, output } = this.#options;
    const isKnown = (sessionId: string) => reader.session(sessionId) !== undefined;
    const batches = readRegistryChange({ ...change, at: Date.now(), isKnown });
    try {
      if (batches.length > 0) log.append(batches);
    } catch (error) {
      output.warn('The state of a live session could not be logged', error);
    }
  }

  #list(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => REGISTRY_FILE.test(name));
    } catch {
      return [];
    }
  }

  #hasFile(pid: number): boolean {
    return this.#list().includes(`${pid}.json`);
  }

  #read(name: string): RegistryEntry | undefined {
    try {
      const parsed = registryEntrySchema.safeParse(
        JSON.parse(readFileSync(join(this.#folder, name), 'utf8')),
      );
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }
}

function isAlive({ pid, procStart }: RegistryEntry): boolean {
  // Start marks are only comparable where Claude Code takes them from the same place as we do.
  return isProcessAlive(pid, process.platform === 'linux' ? procStart : undefined);
}
