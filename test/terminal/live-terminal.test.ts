/**
 * The live terminal of a tmux run, as a page sees it: a real Claude Code, a real tmux, and a terminal emulator as the
 * viewer.
 */
import { execFileSync } from 'node:child_process';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { TerminalFrame } from '../../src/protocol/terminal.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { type DrivenHub, startDrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';

const hubTest = stageTest.extend<{ hub: DrivenHub }>({
  hub: async ({ stage }, use) => {
    const hub = await startDrivenHub(stage);
    await use(hub);
    await hub.kill('SIGTERM');
  },
});

/** Like a page: an emulator that the socket feeds. */
class Viewer {
  readonly frames: TerminalFrame[] = [];
  pictures = 0;
  /** The error of a hub that rejects the viewer. */
  readonly status: Promise<number | undefined>;
  readonly #socket: WebSocket;
  readonly #terminal = new xterm.Terminal({ allowProposedApi: true, scrollback: 0 });

  constructor(hub: DrivenHub, sessionId: string, token = hub.token) {
    const url = `${hub.url.replace('http', 'ws')}/api/sessions/${sessionId}/terminal`;
    this.#socket = new WebSocket(url, ['reins', `reins.token.${token}`]);
    this.status = new Promise((resolve) => {
      this.#socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    });
    this.#socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return this.#terminal.write(data);
      const frame = JSON.parse(String(data)) as TerminalFrame;
      this.frames.push(frame);
      if (frame.type !== 'screen') return;
      this.pictures += 1;
      this.#terminal.resize(frame.columns, frame.rows);
      this.#terminal.write(frame.data);
    });
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  keys(data: string): void {
    this.send({ type: 'keys', data });
  }

  /** The text of the screen as the emulator shows it. */
  screen(): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from({ length: this.#terminal.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    );
    return lines.join('\n').trimEnd();
  }

  shows(words: RegExp): Promise<unknown> {
    return waitUntil(`the mirror to show ${words}`, () => words.test(this.screen()));
  }

  close(): void {
    this.#socket.close();
  }
}

async function begin(stage: Stage, hub: DrivenHub): Promise<string> {
  const body = { cwd: stage.project, driver: 'tmux', permission_mode: 'manual' };
  return (await hub.ask('POST', '/sessions', body)).session_id as string;
}

const paneOf = async (hub: DrivenHub, id: string) => {
  const { text } = await hub.ask('GET', `/sessions/${id}/screen`);
  return (text as string)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
};

const looksLikePane = (hub: DrivenHub, id: string, viewer: Viewer) =>
  waitUntil('the mirror to equal the pane', async () => (await paneOf(hub, id)) === viewer.screen());

hubTest('a complete small task with keys alone, on a phone-sized screen', async ({ stage, hub }) => {
  stage.play(
    scene('make it', [call('Bash', { command: 'touch a.txt', description: 'x' })], [say('All done.')]),
  );
  const id = await begin(stage, hub);
  const viewer = new Viewer(hub, id);
  await viewer.shows(/❯/);
  viewer.send({ type: 'fit', columns: 48, rows: 30 });
  await waitUntil('the new size', () =>
    viewer.frames.some((frame) => frame.type === 'screen' && frame.columns === 48),
  );
  await looksLikePane(hub, id, viewer);
  for (const letter of 'make it') viewer.keys(letter);
  await viewer.shows(/make it/);
  viewer.keys('\r');
  await viewer.shows(/Do you want to proceed/);
  await looksLikePane(hub, id, viewer);
  // Claude Code ignores keys in the first moments of a dialog.
  await waitUntil('the dialog to take the key', () => {
    if (!/Do you want to proceed/.test(viewer.screen())) return true;
    viewer.keys('1');
    return false;
  });
  await viewer.shows(/All done/);
  await looksLikePane(hub, id, viewer);
  viewer.close();
  await waitUntil('the previous size', async () => {
    const { columns } = await hub.ask('GET', `/sessions/${id}/screen`);
    return columns === 120;
  });
});

hubTest('a terminal is for operators; a returning viewer sees the current screen', async ({ stage, hub }) => {
  const id = await begin(stage, hub);
  const { token } = await hub.ask('POST', '/tokens', { name: 'watcher', role: 'viewer' });
  const refused = new Viewer(hub, id, token as string);
  expect(await refused.status).toBe(403);
  const watcher = new Viewer(hub, id);
  await watcher.shows(/❯/);
  const typist = new Viewer(hub, id);
  await typist.shows(/❯/);
  typist.send({ type: 'paste', text: 'grüße ✳ 你好' });
  for (const viewer of [watcher, typist]) await viewer.shows(/grüße ✳ 你好/);
  watcher.close();
  const again = new Viewer(hub, id);
  await again.shows(/grüße ✳ 你好/);
  await looksLikePane(hub, id, again);

  // A page that is reloaded repeatedly: tmux up to 3.6 may crash when control-mode clients connect and disconnect.
  const { command } = await hub.ask('GET', `/sessions/${id}/attach`);
  const server = (command as string[]).slice(1, command.indexOf('attach-session'));
  const tmux = (...words: string[]) =>
    execFileSync('tmux', [...server, ...words], { env: stage.env, encoding: 'utf8' });
  tmux('set-hook', '-g', 'client-attached[9]', 'set-option -ga @attached x');
  for (const viewer of [typist, again]) viewer.close();
  for (let round = 0; round < 20; round += 1) {
    const visitor = new Viewer(hub, id);
    await visitor.shows(/grüße/);
    // Only the hub's own connection.
    expect(tmux('list-clients').trim().split('\n')).toHaveLength(1);
    visitor.close();
  }
  expect(tmux('show-options', '-gqv', '@attached').trim()).toBe('');
  const last = new Viewer(hub, id);
  await last.shows(/grüße/);
  await hub.ask('DELETE', `/sessions/${id}`);
  await waitUntil('the end', () => last.frames.some((frame) => frame.type === 'end'));
});
