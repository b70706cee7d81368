/** Reads Claude Code's own list of live sessions once. hub/registry-watcher.ts watches it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from '../lib/platform.ts';
import { isProcessAlive, readStartMark } from '../lib/process-identity.ts';
import { REGISTRY_FILE, type RegistryEntry, registryEntrySchema } from './registry-file.ts';

/** Never throws: skips unreadable entries and those that a dead process left behind. */
export function readLiveSessions(configFolder: string): RegistryEntry[] {
  const folder = join(configFolder, 'sessions');
  return listNames(folder)
    .flatMap((name) => readEntry(join(folder, name)) ?? [])
    .filter(isListedProcessAlive);
}

/** True if the process is running and, as far as can be determined, is the listed one. */
export function isListedProcessAlive({ pid, procStart }: Pick<RegistryEntry, 'pid' | 'procStart'>): boolean {
  return isProcessAlive(pid, platform.sharesStartMarks ? procStart : undefined);
}

/** Drivers identify a process by our own start mark. Where Claude Code records a different one, an entry gets ours instead. */
export function withOwnMark(entry: RegistryEntry): RegistryEntry {
  if (platform.sharesStartMarks) return entry;
  return { ...entry, procStart: readStartMark(entry.pid) ?? entry.procStart };
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => REGISTRY_FILE.test(name));
  } catch {
    return [];
  }
}

function readEntry(file: string): RegistryEntry | undefined {
  try {
    return registryEntrySchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
