/**
 * Which folders a person has trusted, to Claude Code or to us. Claude Code's record is only read; what a person says to us is
 * kept in our settings, where it can be seen and taken back.
 */
import { findTrustPlace, isRecordedAsTrusted } from '../../claude/trust-place.ts';
import type { SettingsStore } from '../home/settings.ts';

export interface FolderTrustOptions {
  /** Claude Code's own record. */
  readonly stateFile: string;
  readonly settings: Pick<SettingsStore, 'get' | 'patch'>;
}

/** Every call throws when there is no such folder. */
export class FolderTrust {
  readonly #options: FolderTrustOptions;

  constructor(options: FolderTrustOptions) {
    this.#options = options;
  }

  isTrusted(folder: string): boolean {
    const { stateFile, settings } = this.#options;
    const { folders } = findTrustPlace(folder);
    const { trusted_folders } = settings.get();
    return folders.some((one) => trusted_folders.includes(one)) || isRecordedAsTrusted(stateFile, folders);
  }

  /** What would be trusted with the folder. */
  rootOf(folder: string): string {
    return findTrustPlace(folder).root;
  }

  /** A person says yes. */
  trust(folder: string): void {
    const { settings } = this.#options;
    const { trusted_folders } = settings.get();
    settings.patch({ trusted_folders: [...new Set([...trusted_folders, this.rootOf(folder)])] });
  }
}
