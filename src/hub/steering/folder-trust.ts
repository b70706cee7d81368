/**
 * The folders that a person has trusted, in Claude Code or in the hub. Claude Code's record is only read;
 * trust given in the hub is stored in its settings, where it can be seen and revoked.
 */
import { findTrustPlace, isRecordedAsTrusted } from '../../claude/trust-place.ts';
import type { SettingsStore } from '../home/settings.ts';

export interface FolderTrustOptions {
  /** Claude Code's own record. */
  readonly stateFile: string;
  readonly settings: Pick<SettingsStore, 'get' | 'patch'>;
}

/** Every call throws if the folder does not exist. */
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

  /** The folder that trust would cover. */
  rootOf(folder: string): string {
    return findTrustPlace(folder).root;
  }

  /** Records a person's consent. */
  trust(folder: string): void {
    const { settings } = this.#options;
    const { trusted_folders } = settings.get();
    settings.patch({ trusted_folders: [...new Set([...trusted_folders, this.rootOf(folder)])] });
  }
}
