/** The panes of the hub's own tmux server that contain runs: creates them, and finds them again without a separate file. */
import type { ControlClient } from './control-client.ts';
import { escapeFormat } from './quote-for-tmux.ts';

export interface RunPane {
  /** Also the name of its tmux session. */
  readonly runId: string;
  readonly paneId: string;
  /** The process that was started in it. */
  readonly pid: number;
  /** The claude in it, once it is known to be a different process. */
  readonly claudePid: number;
  /** The session it was started for. */
  readonly sessionId: string;
  readonly isDead: boolean;
  /** How the process ended, if it has. */
  readonly ending: string;
}

export interface NewPane {
  readonly runId: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly command: readonly string[];
}

/** User options of tmux mark a pane as a run. */
const SERVES = '@reins_session';
const CLAUDE = '@reins_claude';
/** One row per pane, for `readRow`. */
export const PANE_FORMAT = [
  '#{session_name} #{pane_id} #{pane_pid} #{pane_dead}',
  `status=#{pane_dead_status} signal=#{pane_dead_signal} claude=#{${CLAUDE}} serves=#{${SERVES}}`,
].join(' ');
const ROW = /^(\S+) (%\d+) (\d+) ([01]) status=(\d*) signal=(\S*) claude=(\d*) serves=(\S+)$/;

/**
 * Starts the command directly, without a shell. Secrets in the environment go through the socket, not onto a command line.
 * The pane remains after the process has ended, so that its output can be read, until `closeWithProcess`.
 */
export async function openPane(tmux: ControlClient, { runId, sessionId, cwd, env, size, command }: NewPane) {
  const target = `=${runId}:`;
  await tmux.runAll([
    [
      ...['new-session', '-d', '-s', runId, '-n', 'claude'],
      ...['-x', String(size.columns), '-y', String(size.rows), '-c', escapeFormat(cwd)],
      ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      ...['--', ...command],
    ],
    ['set-option', '-p', '-t', target, SERVES, sessionId],
  ]);
}

/** Records which process the claude in a pane is. */
export async function noteClaude(tmux: ControlClient, { paneId }: RunPane, pid: number): Promise<void> {
  await tmux.run('set-option', '-p', '-t', paneId, CLAUDE, String(pid));
}

/** From now on, the pane closes with its process. tmux 3.3a may never report the end of a process in a pane that remains. */
export async function closeWithProcess(tmux: ControlClient, { paneId }: RunPane): Promise<void> {
  await tmux.run('set-option', '-p', '-t', paneId, 'remain-on-exit', 'off');
}

export async function listPanes(tmux: ControlClient): Promise<RunPane[]> {
  return (await tmux.run('list-panes', '-a', '-F', PANE_FORMAT)).flatMap((line) => readRow(line) ?? []);
}

export async function closePane(tmux: ControlClient, runId: string): Promise<void> {
  await tmux.run('kill-session', '-t', `=${runId}`);
}

/** Everything the pane has shown, for the output of a process that exited immediately. */
export async function lastOutput(tmux: ControlClient, { paneId }: RunPane): Promise<string> {
  const lines = await tmux.run('capture-pane', '-p', '-S', '-', '-t', paneId);
  return lines
    .filter((line) => !line.startsWith('Pane is dead ('))
    .join('\n')
    .trim();
}

export function readRow(line: string): RunPane | undefined {
  const [, runId, paneId, pid, dead, status, signal, claude, sessionId] = ROW.exec(line) ?? [];
  if (!runId || !paneId || !sessionId) return undefined;
  const ending = signal ? `ended by signal ${signal}` : `exited with code ${status || 'unknown'}`;
  return {
    runId,
    paneId,
    pid: Number(pid),
    claudePid: Number(claude || pid),
    sessionId,
    isDead: dead === '1',
    ending,
  };
}
