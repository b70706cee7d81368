/**
 * Viewers of a pane in a real tmux: all end with its current content, however much it writes, and tmux has no client for
 * them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { test as base, expect } from 'vitest';
import { TmuxProcess } from '../../src/drivers/external/tmux-process.ts';
import type { Picture, TerminalViewer } from '../../src/drivers/run-terminal.ts';
import { PaneTerminal } from '../../src/drivers/tmux/mirror/pane-terminal.ts';
import { Pane } from '../../src/drivers/tmux/pane.ts';
import { waitUntil } from '../../stage/patience.ts';

const MEGABYTES = 5;
const HISTORY_LINES = 1000;

/** What a page does with its input. */
class Screen implements TerminalViewer {
  readonly #terminal = new xterm.Terminal({ allowProposedApi: true, scrollback: HISTORY_LINES });
  pictures = 0;
  outputs = 0;
  isBusy = false;

  isReady(): boolean {
    return !this.isBusy;
  }

  onPicture({ columns, rows, data }: Picture): void {
    this.pictures += 1;
    this.#terminal.resize(columns, rows);
    this.#terminal.write(data);
  }

  onOutput(bytes: Buffer): void {
    this.outputs += 1;
    this.#terminal.write(bytes);
  }

  onEnd(): void {}

  /** The history and the screen. */
  lines(): string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, row) =>
      (active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
    );
  }

  text(): string {
    return this.lines().slice(-this.#terminal.rows).join('\n').trimEnd();
  }
}

const test = base.extend<{ run: ReturnType<typeof startTmux> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from its pattern
  run: async ({}, use) => {
    const run = startTmux();
    // Typed before it, the output of a command would follow it on the same line.
    await waitUntil('the prompt', () => run.shown() !== '');
    await use(run);
    run.tmux('kill-server');
    rmSync(run.folder, { recursive: true });
  },
});

function startTmux() {
  const folder = mkdtempSync(join(tmpdir(), 'reins-mirror-'));
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const socket = join(folder, 'tmux.sock');
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { env, encoding: 'utf8' });
  tmux('new-session', '-d', '-s', 'run', '-c', folder, '-x', '80', '-y', '24', 'sh');
  tmux('set-hook', '-g', 'client-attached', 'set-option -ga @attached x');
  const pane = tmux('list-panes', '-t', 'run', '-F', '#{pane_id}').trim();
  const terminal = new PaneTerminal({
    pane: new Pane(new TmuxProcess(socket, env), pane),
    claude: { exclusively: (act) => act(), isShown: () => true, requireShown: () => {} },
    isOwn: false,
  });
  const shown = () =>
    tmux('capture-pane', '-p', '-t', pane)
      .split('\n')
      .map((text) => text.trimEnd())
      .join('\n')
      .trimEnd();
  const attached = () => tmux('display-message', '-p', '#{@attached}#{session_attached}').trim();
  return { folder, tmux, terminal, shown, attached };
}

test('all end with the terminal’s content; a slow viewer skips what it missed', async ({ run }) => {
  const { folder, terminal, shown, attached } = run;
  const line = `${'grün ✳ 你好 '.repeat(5)}\n`;
  writeFileSync(
    join(folder, 'much'),
    line.repeat(Math.ceil((MEGABYTES * 1024 * 1024) / Buffer.byteLength(line))),
  );
  const screens = Array.from({ length: 20 }, () => new Screen());
  const views = screens.map((screen) => terminal.open(screen));
  const [slow = new Screen(), quick = new Screen()] = screens;
  await waitUntil('all pictures', () => screens.every(({ pictures }) => pictures === 1));
  slow.isBusy = true;
  await terminal.type('cat much; echo the-end-of-it\r');
  await waitUntil('the end of the output and the next prompt', () => /^the-end-of-it\n.+/m.test(shown()));
  expect(slow).toMatchObject({ pictures: 1, outputs: 0 });
  // An older picture may still be on its way.
  await waitUntil('the last picture', () => quick.text() === shown());
  slow.isBusy = false;
  for (const screen of screens) {
    await waitUntil('a screen to equal the pane', () => screen.text() === shown(), {
      explain: () => `${screen.text()}\n===\n${shown()}`,
    });
  }
  expect(slow).toMatchObject({ pictures: 2, outputs: 0 });

  // A few more lines need no new picture, and end up in the history of existing viewers.
  const { pictures } = quick;
  await terminal.type('for i in 1 2 3 4 5 6 7 8 9; do echo line $i; done\r');
  await waitUntil('the lines', () => screens.every((screen) => /^line 9/m.test(screen.text())));
  expect(quick.pictures).toBe(pictures);
  const latecomer = new Screen();
  views.push(terminal.open(latecomer));
  await waitUntil('the picture for a late viewer', () => latecomer.pictures === 1);
  await waitUntil('its screen', () => latecomer.text() === shown());
  expect(latecomer.lines()).toHaveLength(HISTORY_LINES + 24);
  expect(quick.lines()).toEqual(latecomer.lines());
  for (const view of views) view.close();
  expect(attached()).toBe('0');
});

test('viewers that come and go attach nothing to tmux', async ({ run }) => {
  const { terminal, shown, attached } = run;
  await terminal.type('echo here\r');
  await waitUntil('the shell', () => /^here/m.test(shown()));
  for (let round = 0; round < 20; round += 1) {
    const screen = new Screen();
    const view = terminal.open(screen);
    // Some leave before they have seen anything.
    if (round % 2 === 0) await waitUntil('the screen', () => screen.text() === shown());
    view.close();
  }
  expect(attached()).toBe('0');
});

test('keys arrive unchanged, including semicolons', async ({ run }) => {
  const { terminal, shown } = run;
  for (const data of ["echo 'a;", ';', "\\;' \\;"]) await terminal.type(data);
  await waitUntil('what was typed', () => shown().endsWith(" echo 'a;;\\;' \\;"), { explain: shown });
});
