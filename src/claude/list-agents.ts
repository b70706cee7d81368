/**
 * `claude agents --json`: the public way to list live sessions. Slow (it starts a process of 125 MB for a fifth of a
 * second), so it is used only if Claude Code's own list cannot be read.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Clock, systemClock } from '../lib/clock.ts';
import { readStartMark } from '../lib/process-identity.ts';
import { claudeEnvironment } from './claude-environment.ts';
import { type RegistryEntry, registryEntrySchema } from './registry-file.ts';

const run = promisify(execFile);

/** Empty if the command fails or prints something else. */
export async function listAgents(
  claude: string,
  configFolder: string,
  now: Clock = systemClock,
): Promise<RegistryEntry[]> {
  // What happens while the command runs is newer than its list.
  const at = now();
  const env = { ...claudeEnvironment(process.env), CLAUDE_CONFIG_DIR: configFolder };
  const { stdout } = await run(claude, ['agents', '--json'], { env, timeout: 20_000 }).catch(() => ({
    stdout: '',
  }));
  return parseAgents(stdout, at);
}

function parseAgents(stdout: string, at: number): RegistryEntry[] {
  let list: unknown;
  try {
    list = JSON.parse(stdout);
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((agent) => {
    const parsed = registryEntrySchema.safeParse(agent);
    if (!parsed.success) return [];
    // The list contains no start time: read it from the process itself.
    return [{ ...parsed.data, procStart: readStartMark(parsed.data.pid), statusUpdatedAt: at }];
  });
}
