/** Suggestions while a prompt for a session is typed, or a session is started. */
import { homedir } from 'node:os';
import { presentSession } from '../../core/present-session.ts';
import { rankPaths } from '../../core/rank-paths.ts';
import type { FileQuery, FolderList, Model, SlashCommand } from '../../protocol/completion.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { listFolders } from './folders.ts';
import { ProjectFiles } from './project-files.ts';

/** Some of them may be gone, or on another machine. */
const RECENT_FOLDERS = 50;

export interface CompletionOptions {
  readonly reader: Pick<LogReader, 'session' | 'folders'>;
  /** The name of this machine: folders on other machines cannot be read. */
  readonly host: string;
  readonly commands: (sessionId: string) => Promise<readonly SlashCommand[]>;
  readonly models: (sessionId: string) => Promise<readonly Model[]>;
}

/** Throws `session_not_found`. */
export class Completion {
  readonly #options: CompletionOptions;
  readonly #files = new ProjectFiles();

  constructor(options: CompletionOptions) {
    this.#options = options;
  }

  async commands(sessionId: string): Promise<SlashCommand[]> {
    this.#session(sessionId);
    return [...(await this.#options.commands(sessionId))];
  }

  async models(sessionId: string): Promise<Model[]> {
    this.#session(sessionId);
    return [...(await this.#options.models(sessionId))];
  }

  async files(sessionId: string, { q, limit }: FileQuery): Promise<string[]> {
    const { host, cwd } = presentSession(this.#session(sessionId));
    if (!cwd || host !== this.#options.host) return [];
    return rankPaths(await this.#files.list(cwd), q, limit);
  }

  /** Folders to start a session in. Throws `cwd_invalid`. */
  folders(path: string | undefined): FolderList {
    return listFolders(path, { home: homedir(), recent: this.#options.reader.folders(RECENT_FOLDERS) });
  }

  #session(sessionId: string) {
    const state = this.#options.reader.session(sessionId);
    if (state) return state;
    throw new ReinsError('session_not_found', `There is no session ${sessionId}.`);
  }
}
