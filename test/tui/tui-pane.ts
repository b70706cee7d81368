/** `reins tui` in a real terminal of a given size: a pane of the stage's tmux server. */
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
  /** The terminal's modes: `ordinary`, or the differences from it. */
  setting(): Promise<string>;
}

export interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Runs in a shell with job control: when suspended, it reads a line and resumes the command. */
  readonly canStop?: boolean;
}

/** When the command has ended the screen shows `exit code N`. */
export async function tuiInPane(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  { columns = 80, rows = 24, env: added = {}, args = ['tui'], canStop = false }: PaneOptions = {},
): Promise<TuiPane> {
  const command = [process.execPath, entry, ...args].map(quoteForShell).join(' ');
  const shell = canStop ? `set -m; ${command}; read line; echo "read $line"; fg` : command;
  const variables = Object.entries({ ...env, ...added }).map(([name, value]) => `${name}=${value}`);
  const terminal = await startTerminalClaude({
    binary: '/usr/bin/env',
    args: [...variables, '/bin/sh', '-c', `echo before; ${shell}; echo "exit code $?"; exec cat`],
    ...{ folder: stage.folder, cwd: stage.project, env, columns, rows },
  });
  const tmux = async (...words: string[]) =>
    (await run('tmux', ['-S', join(stage.folder, 'tmux.sock'), ...words], { env })).stdout;
  // The newest pane.
  const pane = (await tmux('list-panes', '-a', '-F', '#{pane_id}')).trim().split('\n').at(-1) ?? '';
  return {
    ...terminal,
    painted: () => tmux('capture-pane', '-p', '-e', '-t', pane),
    async setting() {
      const flags = ['alternate_on', 'cursor_flag', 'wrap_flag', 'mouse_any_flag', 'pane_tty'].map(
        (one) => `#{${one}}`,
      );
      const modes = (await tmux('display-message', '-p', '-t', pane, flags.join(' '))).trim();
      const [other, cursor, wraps, mouse, tty = ''] = modes.split(' ');
      const { stdout } = await run('/bin/sh', ['-c', 'stty -a <"$0"', tty]);
      const wrong = [
        ...(other === '0' ? [] : ['other screen']),
        ...(cursor === '1' ? [] : ['no cursor']),
        ...(wraps === '1' ? [] : ['no wrapping']),
        ...(mouse === '0' ? [] : ['mouse']),
        ...['icanon', 'echo', 'isig', 'opost'].filter(
          (one) => !new RegExp(`(^|\\s)${one}\\b`, 'm').test(stdout),
        ),
      ];
      return wrong.join(', ') || 'ordinary';
    },
    resize: async (wide, high) =>
      void (await tmux('resize-window', '-t', pane, '-x', String(wide), '-y', String(high))),
  };
}
