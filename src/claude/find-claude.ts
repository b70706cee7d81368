/** Finds the `claude` binary as a shell would, or where REINS_CLAUDE says, and asks for its version. */
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

/** Undefined when there is none; a REINS_CLAUDE that cannot be run is not replaced by another one. */
export function findClaude(env: NodeJS.ProcessEnv): ClaudeBinary | undefined {
  const chosen = env['REINS_CLAUDE'];
  if (chosen) return isExecutable(chosen) ? { path: chosen, foundBy: 'REINS_CLAUDE' } : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const path = folders.map((folder) => join(folder, 'claude')).find(isExecutable);
  return path ? { path, foundBy: 'PATH' } : undefined;
}

/** The version as `a.b.c`. Throws when the binary does not run or says something else. */
export async function readClaudeVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['--version'], {
    env: claudeEnvironment(process.env),
    timeout: 20_000,
  });
  const [version] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  if (!version) throw new Error(`it answered "${stdout.trim().slice(0, 80)}" when asked for its version`);
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
