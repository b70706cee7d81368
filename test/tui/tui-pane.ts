/** `reins tui` in a real terminal of a given size: a pane of the stage's own tmux server. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quoteForShell } from '../../src/lib/quote-for-shell.ts';
import type { Stage } from '../../stage/stage.ts';
import { startTerminalClaude, type TerminalClaude } from '../../stage/terminal-claude.ts';

const run = promisify(execFile);
const entry = join(import.meta.dirname, '../../dist/reins.js');

export interface TuiPane extends TerminalClaude {
  /** The screen with its colours. */
  painted(): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
}

export interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** When the command has ended the screen shows `exit code N`. */
export async function tuiInPane(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  { columns = 80, rows = 24, env: added = {}, args = ['tui'] }: PaneOptions = {},
): Promise<TuiPane> {
  const command = [process.execPath, entry, ...args].map(quoteForShell).join(' ');
  const variables = Object.entries({ ...env, ...added }).map(([name, value]) => `${name}=${value}`);
  const terminal = await startTerminalClaude({
    binary: '/usr/bin/env',
    args: [...variables, '/bin/sh', '-c', `echo before; ${command}; echo "exit code $?"; exec cat`],
    ...{ folder: stage.folder, cwd: stage.project, env, columns, rows },
  });
  const tmux = async (...words: string[]) =>
    (await run('tmux', ['-S', join(stage.folder, 'tmux.sock'), ...words], { env })).stdout;
  // The pane that was made last.
  const pane = (await tmux('list-panes', '-a', '-F', '#{pane_id}')).trim().split('\n').at(-1) ?? '';
  return {
    ...terminal,
    painted: () => tmux('capture-pane', '-p', '-e', '-t', pane),
    resize: async (wide, high) =>
      void (await tmux('resize-window', '-t', pane, '-x', String(wide), '-y', String(high))),
  };
}
