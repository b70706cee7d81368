/** Watches a folder for changes. A hint that costs nothing while idle; combine it with slow polling. */
import { existsSync, type FSWatcher, watch } from 'node:fs';

export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (folder: string, name: string | undefined) => void;

  /** `onChange` gets the folder and, if the system reports it, the name of the changed entry. */
  constructor(onChange: (folder: string, name: string | undefined) => void) {
    this.#onChange = onChange;
  }

  /** Starts watching, unless already started. Returns false if the folder does not exist. */
  add(folder: string): boolean {
    if (this.#watchers.has(folder)) return true;
    // Checking first is much cheaper than failing, and folders are often checked long before they exist.
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
