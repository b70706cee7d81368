/** `reins` in a real terminal: a pane of the stage's own tmux server, with a shell around it that remains when it exits. */
import { join } from 'node:path';
import { quoteForShell } from '../src/lib/quote-for-shell.ts';
import type { Stage } from '../stage/stage.ts';
import { startTerminalClaude, type TerminalClaude } from '../stage/terminal-claude.ts';

const entry = join(import.meta.dirname, '../dist/reins.js');

/** When the command has exited, the screen shows `exit code N`. */
export function reinsInPane(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<TerminalClaude> {
  const command = [process.execPath, entry, ...args].map(quoteForShell).join(' ');
  // A running tmux server gives panes its own environment, so ours is passed with the command.
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return startTerminalClaude({
    binary: '/usr/bin/env',
    args: [...variables, '/bin/sh', '-c', `${command}; echo "exit code $?"; exec cat`],
    folder: stage.folder,
    cwd: stage.project,
    env,
  });
}
