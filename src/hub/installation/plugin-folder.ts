/** The same hooks as a Claude Code plugin, for people who manage plugins. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HookChoice, hookSet } from '../../claude/hook-set.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsHome } from '../home/reins-home.ts';
import { hookTargetOf } from './hook-scripts.ts';

const MANIFEST = join('.claude-plugin', 'plugin.json');
const HOOKS = join('hooks', 'hooks.json');

/** The files of the plugin and their content, by path in its folder. */
export function pluginFiles(home: ReinsHome, choice: HookChoice): Readonly<Record<string, string>> {
  const description =
    'Reports to the Reins hub on this machine, so that you can follow sessions and answer requests from anywhere.';
  const manifest = { name: 'reins', version: REINS_VERSION, description, license: 'MIT' };
  return {
    [MANIFEST]: `${JSON.stringify(manifest, null, 2)}\n`,
    [HOOKS]: `${JSON.stringify({ description, hooks: hookSet(hookTargetOf(home), choice) }, null, 2)}\n`,
  };
}

/** Writes into a new or empty folder, or over an earlier version of the plugin. Returns whether anything changed. */
export function writePlugin(folder: string, files: Readonly<Record<string, string>>): boolean {
  try {
    assertOurs(folder);
    const stale = Object.entries(files).filter(([path, text]) => read(join(folder, path)) !== text);
    for (const [path, text] of stale) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileAtomically(join(folder, path), text, 0o644);
    }
    return stale.length > 0;
  } catch (error) {
    if (error instanceof ReinsError) throw error;
    throw new ReinsError(
      'forbidden',
      `Cannot write to ${folder}: ${(error as Error).message}. Choose a writable folder.`,
      { folder },
    );
  }
}

function assertOurs(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  const manifest = read(join(folder, MANIFEST)) ?? '';
  if (/"name":\s*"reins"/.test(manifest)) return;
  throw new ReinsError(
    'invalid_request',
    `${folder} contains other files. Choose a new or empty folder for the plugin.`,
    { folder },
  );
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
