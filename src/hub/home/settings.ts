/** `config.json`: reads it, rejects unknown settings by name, and changes it atomically. */
import { readFileSync } from 'node:fs';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { describeIssues } from '../../protocol/describe-issues.ts';
import { ReinsError } from '../../protocol/errors.ts';
import {
  DEFAULT_SETTINGS,
  type Settings,
  type SettingsFile,
  type SettingsPatch,
  settingsFileSchema,
  settingsSchema,
} from '../../protocol/settings.ts';

export class SettingsStore {
  readonly #file: string;
  readonly #listeners = new Set<() => void>();
  #chosen: SettingsFile;

  /** Throws `settings_invalid` if the file contains anything except known settings. */
  constructor(file: string) {
    this.#file = file;
    this.#chosen = read(file);
  }

  /** All settings: those from the file, and defaults for the others. */
  get(): Settings {
    return settingsSchema.parse({ ...DEFAULT_SETTINGS, ...this.#chosen });
  }

  /** Null resets a setting to its default. The change is on disk when this returns. */
  patch(patch: SettingsPatch): Settings {
    const merged = { ...this.#chosen, ...patch };
    const kept = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined);
    const chosen = settingsFileSchema.parse(Object.fromEntries(kept));
    writeFileAtomically(this.#file, `${JSON.stringify(chosen, null, 2)}\n`);
    this.#chosen = chosen;
    for (const listener of this.#listeners) listener();
    return this.get();
  }

  /** Calls back after each change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function read(file: string): SettingsFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw invalid(file, `${(error as Error).message}.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(file, `${(error as Error).message}.`);
  }
  const parsed = settingsFileSchema.safeParse(json);
  if (!parsed.success) throw invalid(file, describeIssues(parsed.error.issues));
  return parsed.data;
}

function invalid(file: string, why: string): ReinsError {
  return new ReinsError('settings_invalid', `${file} cannot be used: ${why} Fix or delete it.`, { file });
}
