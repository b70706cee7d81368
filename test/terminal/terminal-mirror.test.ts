/** Viewers of one terminal: nothing is missed between a picture and what follows, also when a program writes more than anybody can read. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import xterm from '@xterm/headless';
import { expect, test } from 'vitest';
import type { Picture } from '../../src/drivers/run-terminal.ts';
import { TerminalMirror } from '../../src/drivers/tmux/mirror/terminal-mirror.ts';
import { waitUntil } from '../../stage/patience.ts';

const MEGABYTES = 5;

/** Takes only so much between two looks, as a socket would. */
class Screen {
  readonly #terminal = new xterm.Terminal({ allowProposedApi: true, cols: 80, rows: 24, scrollback: 0 });
  pictures = 0;
  bytes = 0;

  constructor(readonly limit: number) {}

  draw({ columns, rows, data }: Picture): void {
    this.pictures += 1;
    this.#terminal.resize(columns, rows);
    this.#terminal.write(data);
  }

  write(bytes: Buffer): boolean {
    this.bytes += bytes.length;
    this.#terminal.write(bytes);
    return this.bytes < this.limit;
  }

  text(): string {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: 24 }, (_, row) =>
      (active.getLine(row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd();
  }
}

function startTmux() {
  const folder = mkdtempSync(join(tmpdir(), 'reins-burst-'));
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(folder, 'tmux.sock'), '-f', '/dev/null', ...args], {
      env,
      encoding: 'utf8',
    });
  return { folder, env, tmux };
}

const attachTo = (folder: string) => [
  ...['-u', '-S', join(folder, 'tmux.sock')],
  ...['attach-session', '-t', '=run'],
];

test('all end with what the terminal shows; who fell behind skips what it missed', {
  timeout: 120_000,
}, async () => {
  const { folder, env, tmux } = startTmux();
  const line = `${'grün ✳ 你好 '.repeat(5)}\n`;
  writeFileSync(
    join(folder, 'much'),
    line.repeat(Math.ceil((MEGABYTES * 1024 * 1024) / Buffer.byteLength(line))),
  );
  try {
    tmux('-u', 'new-session', '-d', '-s', 'run', '-c', folder, '-x', '80', '-y', '24', 'sh');
    const pane = tmux('list-panes', '-t', 'run', '-F', '#{pane_id}').trim();
    const attachCommand = ['tmux', ...attachTo(folder)];
    const mirror = new TerminalMirror({ isShown: () => true, attachCommand, pane, env });
    const screens = Array.from(
      { length: 20 },
      (_, place) => new Screen(place === 0 ? 100_000 : Number.POSITIVE_INFINITY),
    );
    const views = screens.map((screen) =>
      mirror.open({
        onPicture: (picture) => screen.draw(picture),
        onOutput: (bytes) => screen.write(bytes),
        onEnd: () => {},
      }),
    );
    await waitUntil('all pictures', () => screens.every(({ pictures }) => pictures === 1));
    tmux('send-keys', '-t', pane, 'cat much; echo the-end-of-it', 'Enter');
    const shown = () =>
      tmux('capture-pane', '-p', '-t', pane)
        .split('\n')
        .map((text) => text.trimEnd())
        .join('\n')
        .trimEnd();
    await waitUntil('the end of the output', () => /^the-end-of-it/m.test(shown()));
    views[0]?.refresh();
    for (const screen of screens) {
      await waitUntil('a screen to equal the pane', () => screen.text() === shown());
    }
    const [slow, quick] = screens;
    expect(slow?.pictures).toBe(2);
    expect(slow?.bytes).toBeLessThan(1024 * 1024);
    expect(quick?.pictures).toBe(1);
    expect(quick?.bytes).toBeGreaterThan(MEGABYTES * 1024 * 1024);
    let late: Picture | undefined;
    const latecomer = mirror.open({
      onPicture: (one) => (late = one),
      onOutput: () => true,
      onEnd: () => {},
    });
    const drawn = await waitUntil('the picture for who comes late', () => late);
    expect(drawn.data.split('\r\n')).toHaveLength(1000 + 24);
    latecomer.close();
    for (const view of views) view.close();
    await waitUntil('the connection to end with the last viewer', () => tmux('list-clients').trim() === '');
  } finally {
    tmux('kill-server');
    rmSync(folder, { recursive: true });
  }
});

test('a picture is made only once the output that follows it is heard', async () => {
  const { folder, env, tmux } = startTmux();
  const heard = join(folder, 'heard');
  const program = join(folder, 'listened-tmux');
  writeFileSync(program, `#!/bin/sh\ntmux "$@" | tee "${heard}"\n`, { mode: 0o700 });
  try {
    tmux('new-session', '-d', '-s', 'run', '-c', folder, 'sh');
    const pane = tmux('list-panes', '-t', 'run', '-F', '#{pane_id}').trim();
    // tmux answers early or late as it comes, about as often.
    for (let time = 0; time < 20; time++) {
      const mirror = new TerminalMirror({
        ...{ isShown: () => true, pane, env },
        attachCommand: [program, ...attachTo(folder)],
      });
      const pictures: Picture[] = [];
      const view = mirror.open({
        onPicture: (one) => void pictures.push(one),
        onOutput: () => true,
        onEnd: () => {},
      });
      await waitUntil('the picture', () => pictures.length === 1);
      const order = await waitUntil('both to be written down', () => {
        const lines = readFileSync(heard, 'utf8').split('\n');
        const attachedAt = lines.findIndex((line) => line.startsWith('%session-changed'));
        const answeredAt = lines.findIndex((line) => /^%begin \d+ \d+ 1$/.test(line));
        return attachedAt >= 0 && answeredAt >= 0 && { attachedAt, answeredAt };
      });
      expect({ time, isLater: order.answeredAt > order.attachedAt }).toEqual({ time, isLater: true });
      view.close();
      // tmux up to 3.6 crashes when a client in control mode comes in the moment in which another one leaves.
      await waitUntil('the connection to end', () => tmux('list-clients').trim() === '');
    }
  } finally {
    tmux('kill-server');
    rmSync(folder, { recursive: true });
  }
});
