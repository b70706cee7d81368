/** Tells when something in a folder changes. A hint that costs nothing while all is quiet; pair it with a slow look. */
import { existsSync, type FSWatcher, watch } from 'node:fs';

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (folder: string, name: string | undefined) => void;

  /** `onChange` gets the folder and, where the system tells it, the name of what changed in it. */
  constructor(onChange: (folder: string, name: string | undefined) => void) {
    this.#onChange = onChange;
  }

  /** Begins to watch, unless it does already. False when the folder is not there. */
  add(folder: string): boolean {
    if (this.#watchers.has(folder)) return true;
    // Asking first is much cheaper than failing, and folders are asked about often before they are there.
    if (!existsSync(folder)) return false;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) =>
        this.#onChange(folder, name ?? undefined),
      );
      watcher.on('error', () => this.remove(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      return false;
    }
  }

  remove(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  close(): void {
    for (const folder of [...this.#watchers.keys()]) this.remove(folder);
  }
}
