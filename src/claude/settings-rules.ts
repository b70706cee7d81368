/**
 * The permission rules of a `claude` that does not list them itself: those of all settings files that it reads, and those
 * from its command line. A missing or invalid file has none.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { recordOf } from '../lib/json-values.ts';
import { platform } from '../lib/platform.ts';
import { projectSettingsFiles } from './config-folder.ts';
import { readGivenSettings, splitSettings } from './given-settings.ts';
import { type PermissionRule, rulesInFlags, rulesInSettings } from './permission-rules.ts';

export interface RulePlaces {
  readonly configFolder: string;
  /** The folder in which Claude Code was started, see `projectOf`; undefined if it is not known for certain. */
  readonly project: string | undefined;
  /** Its command line; empty if it cannot be read. */
  readonly args: readonly string[];
  /** The folder of the organization's settings. */
  readonly managedFolder?: string;
}

export async function readSettingsRules(places: RulePlaces): Promise<PermissionRule[]> {
  const { configFolder, project, args, managedFolder = platform.managedSettingsFolder } = places;
  const managed = await readManaged(managedFolder);
  const policy = managed.flatMap((settings) => rulesInSettings(settings, 'policySettings'));
  if (managed.some(({ allowManagedPermissionRulesOnly: only }) => only === true)) return policy;
  const files: [string, string, string][] = [
    ['user', 'userSettings', join(configFolder, 'settings.json')],
    ...(project === undefined ? [] : projectFiles(project)),
  ];
  const read = files
    .filter(([name]) => chosenSources(args)?.includes(name) ?? true)
    .map(async ([, source, path]) => rulesInSettings(await readJson(path), source));
  return [...(await Promise.all(read)).flat(), ...flagRules(args, project), ...policy, ...rulesInFlags(args)];
}

/**
 * Claude Code reads the settings of the folder in which it was started, whatever folder it is in now. The transcript's
 * folder is named after it, with a dash for everything except letters and digits.
 */
export function projectOf(cwd: string, transcriptPath: string | undefined): string {
  if (transcriptPath === undefined) return cwd;
  const name = basename(dirname(transcriptPath));
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (folder.replace(/[^a-zA-Z0-9]/g, '-') === name) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

function projectFiles(project: string): [string, string, string][] {
  const { shared, local } = projectSettingsFiles(project);
  return [
    ['project', 'projectSettings', shared],
    ['local', 'localSettings', local],
  ];
}

/** One file, and a folder with more files. */
async function readManaged(folder: string): Promise<Record<string, unknown>[]> {
  const more = join(folder, 'managed-settings.d');
  const names = await readdir(more).catch(() => []);
  const files = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(more, name));
  return Promise.all([join(folder, 'managed-settings.json'), ...files].map(readJson));
}

function flagRules(args: readonly string[], project: string | undefined): PermissionRule[] {
  const { given } = splitSettings(args);
  if (given === undefined) return [];
  try {
    return rulesInSettings(readGivenSettings(given, project ?? '/'), 'flagSettings');
  } catch {
    return [];
  }
}

/** The kinds of settings files that `--setting-sources` permits; undefined if it permits all. */
function chosenSources(args: readonly string[]): string[] | undefined {
  const at = args.findIndex((arg) => /^--setting-sources(=|$)/.test(arg));
  if (at === -1) return undefined;
  const [, value = args[at + 1] ?? ''] = (args[at] as string).split('=');
  return value.split(',').map((name) => name.trim());
}

async function readJson(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return recordOf(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
}
