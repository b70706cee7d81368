/**
 * Evidence from a failed test: prints the ends of logs and journals, the screens of all terminals and the list of live
 * sessions, and keeps the folder of the test. Must run while the processes of the test are still alive.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

const TAIL_BYTES = 4000;

/** Call it after `use` in a fixture that owns a folder. Does nothing if the test passed. */
export function keepEvidence(task: TestContext['task'], folder: string): void {
  if (task.result?.state !== 'fail') return;
  const kept = folder.replace(/reins-stage-/, 'reins-failed-');
  console.error(`${task.name} failed. Its folder is kept: ${kept}\n\n${describeFolder(folder)}`);
  renameSync(folder, kept);
}

/** Files whose ends are printed. */
const TOLD = [/^output\//, /(^|\/)journal-\d+$/, /^config\/sessions\/\d+\.json$/];
const TMUX_SOCKET = /(^|\/)tmux\.sock$/;

function describeFolder(folder: string): string {
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort();
  const files = TOLD.flatMap((pattern) => names.filter((name) => pattern.test(name)));
  const sockets = names.filter((name) => TMUX_SOCKET.test(name));
  return [
    ...files.map((name) => section(name, tailOf(join(folder, name)))),
    ...sockets.flatMap((name) => screensOf(join(folder, name), name)),
  ].join('\n');
}

function section(title: string, text: string): string {
  return `--- ${title}\n${text.trimEnd()}\n`;
}

function tailOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  return text.length > TAIL_BYTES ? `…${text.slice(-TAIL_BYTES)}` : text;
}

function screensOf(socket: string, name: string): string[] {
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const panes = tmux('list-panes', '-a', '-F', '#{pane_id}').split('\n').filter(Boolean);
    return panes.map((pane) => section(`${name} ${pane}`, tmux('capture-pane', '-p', '-t', pane)));
  } catch {
    return [section(name, 'The tmux server is gone.')];
  }
}
