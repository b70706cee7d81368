/** Finds the tmux pane in which a person's own `claude` runs, and makes sure that it is the one. */
import { readFileSync } from 'node:fs';
import { hasTerminal } from '../../lib/process-terminal.ts';
import { TmuxError } from '../tmux/tmux-commands.ts';
import { TmuxProcess } from './tmux-process.ts';

export interface FoundPane {
  readonly tmux: TmuxProcess;
  /** Such as `%3`. */
  readonly id: string;
}

/** `named` is Claude Code's own note of where it runs: `<session>:@<window>.%<pane>`. Undefined unless that holds. */
export async function findPane(
  pid: number,
  named: string,
  env: NodeJS.ProcessEnv,
): Promise<FoundPane | undefined> {
  const [id] = /%\d+$/.exec(named) ?? [];
  if (!id) return undefined;
  const tmux = new TmuxProcess(socketOf(pid), env);
  try {
    const [device = ''] = await tmux.run('display-message', '-p', '-t', id, '#{pane_tty}');
    return hasTerminal(pid, device) ? { tmux, id } : undefined;
  } catch (error) {
    if (error instanceof TmuxError) return undefined;
    throw error;
  }
}

/** The process knows its server: `TMUX=<socket>,<server pid>,<session>`. Where its environment is hidden, the default one. */
function socketOf(pid: number): string | undefined {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const value = entries.find((entry) => entry.startsWith('TMUX='))?.slice('TMUX='.length);
    return value?.replace(/,\d+,\d+$/, '');
  } catch {
    return undefined;
  }
}
