/** Finds the `claude` binary on the PATH or at REINS_CLAUDE, and reads its version. */
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { claudeEnvironment } from './claude-environment.ts';

const run = promisify(execFile);

export interface ClaudeBinary {
  readonly path: string;
  readonly foundBy: 'REINS_CLAUDE' | 'PATH';
}

/** Undefined if there is none. If REINS_CLAUDE cannot be run, no other binary replaces it. */
export function findClaude(env: NodeJS.ProcessEnv): ClaudeBinary | undefined {
  const chosen = env['REINS_CLAUDE'];
  if (chosen) return isExecutable(chosen) ? { path: chosen, foundBy: 'REINS_CLAUDE' } : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const path = folders.map((folder) => join(folder, 'claude')).find(isExecutable);
  return path ? { path, foundBy: 'PATH' } : undefined;
}

/** The version as `a.b.c`. Throws if the binary does not run or prints something else. */
export async function readClaudeVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version'], {
    env: claudeEnvironment(process.env),
    timeout: 20_000,
  });
  const [version] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  if (!version) throw new Error(`it printed "${stdout.trim().slice(0, 80)}" instead of its version`);
  return version;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
