/** What a service of this machine has to run: the hub of this home, with the program and environment of this command. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ReinsHome } from '../../hub/home/reins-home.ts';
import { sha256 } from '../../lib/sha256.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { findProgram } from '../install/find-program.ts';
import { upLogFile } from '../up-log.ts';

export interface ServiceSpec {
  /** `reins`, or one with a hash for a home other than the default. */
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** Variables that decide which hub runs, and which Claude Code it finds. Secrets are never written to a file. */
const KEPT = ['REINS_HOME', 'CLAUDE_CONFIG_DIR', 'REINS_CLAUDE', 'LANG', 'LC_ALL', 'PATH'];
const FOLDERS = ['REINS_HOME', 'CLAUDE_CONFIG_DIR'];

export function serviceName({ folder }: Pick<ReinsHome, 'folder'>, userHome: string = homedir()): string {
  return folder === join(userHome, '.reins') ? 'reins' : `reins-${sha256(folder).slice(0, 8)}`;
}

/** `script` and `node`: this program. Throws `invalid_request` if it may be removed at any time. */
export function serviceSpec(
  home: ReinsHome,
  env: NodeJS.ProcessEnv,
  { script = process.argv[1] ?? '', node = process.execPath } = {},
): ServiceSpec {
  if (/[\\/]_npx[\\/]/.test(realPath(script))) {
    throw new ReinsError(
      'invalid_request',
      'This reins was started with npx, whose files may be removed at any time. Install it with "npm install --global" first, then run "reins service install".',
    );
  }
  const kept = KEPT.flatMap((name) => {
    const value = env[name];
    return value ? [[name, FOLDERS.includes(name) ? resolve(value) : value] as const] : [];
  });
  return {
    name: serviceName(home),
    command: [stableNode(node, env), resolve(script), 'up', '--no-open'],
    env: Object.fromEntries(kept),
    logFile: upLogFile(home),
  };
}

/** Package managers keep `node` on PATH across upgrades, while the folder of a version disappears. */
function stableNode(node: string, env: NodeJS.ProcessEnv): string {
  const found = findProgram('node', env);
  return found !== undefined && realPath(found) === realPath(node) ? found : node;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
