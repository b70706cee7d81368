/**
 * Finds transcripts that appear while the hub runs and that no session announced: restored from a backup,
 * copied from another machine. Reads a folder only when something unknown has changed in it.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FoundTranscript,
  listProjects,
  listSessions,
  projectsFolder,
  sessionOfFile,
} from '../../claude/transcript-files.ts';
import type { Clock } from '../../lib/clock.ts';
import { takingTurns } from '../../lib/taking-turns.ts';
import { FolderWatch } from '../../lib/watch-folder.ts';

/** Within this time, sessions that start here are announced and files that are being copied are complete. */
const SETTLE_MS = 3000;
/** Their number is not bounded. */
const BATCH_SIZE = 500;

export interface TranscriptArrivalsOptions {
  readonly configFolder: string;
  /** Whether this session's transcript is already known. */
  readonly isKnown: (sessionId: string) => boolean;

  readonly onArrival: (arrived: readonly FoundTranscript[]) => Promise<void>;
  /** Called with the reason of a failed check. The next change triggers another one. */
  readonly onTrouble: (error: unknown) => void;
  readonly settleMs?: number;
  readonly now: Clock;
}

export class TranscriptArrivals {
  readonly #options: TranscriptArrivalsOptions;
  readonly #settleMs: number;
  readonly #watch = new FolderWatch((folder, name) => this.#onChange(folder, name));
  /** Folders to check once no more changes arrive. */
  readonly #changed = new Set<string>();
  #root = '';
  #settling: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: TranscriptArrivalsOptions) {
    this.#options = options;
    this.#settleMs = options.settleMs ?? SETTLE_MS;
    if (this.#watchRoot()) this.#watchProjects();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#settling);
    this.#watch.close();
  }

  /** Claude Code creates the folder with its first session; until then its parent is watched. */
  #watchRoot(): boolean {
    const { configFolder } = this.#options;
    try {
      this.#root = realpathSync(projectsFolder(configFolder));
    } catch {
      this.#watch.add(configFolder);
      return false;
    }
    this.#watch.remove(configFolder);
    return this.#watch.add(this.#root);
  }

  #onChange(folder: string, name: string | undefined): void {
    if (folder === this.#options.configFolder) {
      if (!this.#watchRoot()) return;
      this.#checkLaterAt(this.#root);
    } else if (folder === this.#root) {
      if (name === undefined) return;
      // It may be another folder of the same name.
      this.#watch.remove(join(folder, name));
      this.#watch.add(join(folder, name));
      this.#checkLaterAt(join(folder, name));
    } else {
      const sessionId = name === undefined ? undefined : sessionOfFile(name);
      if (sessionId !== undefined && !this.#options.isKnown(sessionId)) this.#checkLaterAt(folder);
    }
  }

  /** One check at a time, so that nothing is reported twice. */
  #checkLaterAt(folder: string): void {
    this.#changed.add(folder);
    this.#settling ??= setTimeout(async () => {
      await this.#look().catch(this.#options.onTrouble);
      this.#settling = undefined;
      const [next] = this.#changed;
      if (next !== undefined && !this.#isClosed) this.#checkLaterAt(next);
    }, this.#settleMs).unref();
  }

  async #look(): Promise<void> {
    const folders = [...this.#changed];
    this.#changed.clear();
    for (const folder of folders) {
      // The projects folder has just appeared, possibly with content.
      const inside = folder === this.#root ? this.#watchProjects() : [folder];
      for (const one of inside) await this.#checkFolder(one);
    }
  }

  async #checkFolder(folder: string): Promise<void> {
    let arrived: FoundTranscript[] = [];
    for await (const found of takingTurns(listSessions(folder))) {
      if (this.#isClosed) return;
      if (this.#options.isKnown(found.sessionId)) continue;
      if (this.#isStill(found)) arrived.push(found);
      else this.#changed.add(folder);
      if (arrived.length < BATCH_SIZE) continue;
      await this.#options.onArrival(arrived);
      arrived = [];
    }
    if (arrived.length > 0 && !this.#isClosed) await this.#options.onArrival(arrived);
  }

  #watchProjects(): string[] {
    const folders = listProjects(this.#root);
    for (const folder of folders) this.#watch.add(folder);
    return folders;
  }

  #isStill({ modifiedAt }: FoundTranscript): boolean {
    return Math.abs(this.#options.now() - modifiedAt) >= this.#settleMs;
  }
}
