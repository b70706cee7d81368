/** Finds the tmux pane in which a person's own `claude` runs, and makes sure that it is the one. */
import { hasTerminal } from '../../lib/process-terminal.ts';
import { processes } from '../../lib/processes.ts';
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
  return processes.variable(pid, 'TMUX')?.replace(/,\d+,\d+$/, '');
}
