/** Sessions that a person started: in their own tmux, and in terminals that nobody else can type into. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { attachExternal } from '../../../src/drivers/external/attach-external.ts';
import { isProcessAlive, readStartMark } from '../../../src/lib/process-identity.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { say, scene } from '../../../stage/screenplay.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageTest } from '../../stage-test.ts';
import { recordReports, text, waitForScreen } from '../tmux/tmux-stage.ts';

const run = promisify(execFile);

/** The newest entry in Claude Code's list of live sessions. */
function registryEntry(stage: Stage) {
  return waitUntil('the session in the list', () => {
    const folder = join(stage.configDir, 'sessions');
    const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'));
    const entries = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8') || '{}'));
    return entries.find(({ pid }) => isProcessAlive(pid)) as
      | { pid: number; sessionId: string; tmux?: string }
      | undefined;
  });
}

async function attach(stage: Stage, tmuxPane?: string) {
  const { pid, sessionId, tmux } = await registryEntry(stage);
  const named = tmuxPane ?? tmux;
  const claude = { pid, sessionId, startMark: readStartMark(pid) ?? '', ...(named && { tmuxPane: named }) };
  const reports = recordReports();
  return { reports, claude, run: await attachExternal(claude, { env: stage.env, warn: reports.warning }) };
}

stageTest('a person’s own tmux: prompted, watched and ended', async ({ stage }) => {
  stage.play(...Array.from({ length: 3 }, () => scene(/./, [say('Heard.')])));
  const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
  await terminal.waitForScreen(/❯/);
  const { run: external, claude } = await attach(stage);
  expect(external).toMatchObject({ driver: 'external', ...{ pid: claude.pid, sessionId: claude.sessionId } });
  expect(external.capabilities).toEqual(
    expect.arrayContaining(['prompt', 'interrupt', 'set_model', 'terminal']),
  );

  const words = `Line one\nline two 👩‍👩‍👧 ${'word '.repeat(40_000)}end`;
  await external.deliver(text(words));
  await waitUntil('the model to receive it', () => stage.requests.at(-1)?.hearing.said.includes(words));
  await waitForScreen(external, /Heard\./);
  await external.setPermissionMode('acceptEdits');
  await terminal.waitForScreen(/accept edits on/);
  expect(external.terminalCommand()).toEqual(expect.arrayContaining(['attach-session', '-t']));

  await external.stop();
  expect(isProcessAlive(claude.pid, claude.startMark)).toBe(false);
  await expect(external.deliver(text('hello'))).rejects.toMatchObject({
    code: expect.stringMatching(/blocked|run_not_responding/),
  });
});

stageTest('types nothing into the shell behind a suspended claude', async ({ stage }) => {
  const socket = join(stage.folder, 'tmux.sock');
  const tmux = (...args: string[]) =>
    run('tmux', ['-S', socket, '-f', '/dev/null', ...args], { env: stage.env });
  await tmux('new-session', '-d', '-x', '120', '-y', '40', '-c', stage.project, '--', 'bash', '--norc', '-i');
  // Without the alternate screen, the input box stays visible above the shell's own prompt.
  const line = `CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN=1 ${stage.claudeBinary} --permission-mode manual`;
  await tmux('send-keys', '-l', line);
  await tmux('send-keys', 'Enter');
  const { run: external } = await attach(stage);
  await waitUntil('the input box', async () => (await external.blockedBy()) === undefined);
  const seen: string[] = [];
  const ended = new Promise<string>((resolve) => {
    external.terminal?.open({
      isReady: () => true,
      onPicture: ({ data }) => seen.push(data),
      onOutput: (bytes) => seen.push(String(bytes)),
      onEnd: resolve,
    });
  });
  await waitUntil('the picture', () => seen.length > 0);
  await tmux('send-keys', 'C-z');
  expect(await ended).toContain('left the foreground');
  await waitUntil('the shell', async () => (await external.blockedBy()) === 'background');
  await expect(external.deliver(text('touch typed.txt'))).rejects.toMatchObject({
    details: { blocked_by: 'background' },
  });
  await tmux('send-keys', '-l', 'echo of-the-shell');
  const { stdout } = await waitUntil('the echo', async () => {
    const shown = await tmux('capture-pane', '-p');
    return shown.stdout.includes('of-the-shell') && shown;
  });
  expect(stdout).not.toContain('typed.txt');
  await expect(external.screen()).rejects.toMatchObject({ details: { blocked_by: 'background' } });
  expect(() =>
    external.terminal?.open({ isReady: () => true, onPicture() {}, onOutput() {}, onEnd() {} }),
  ).toThrow(/suspended/);
  expect(seen.join('')).not.toContain('of-the-shell');

  // Back in the foreground, it is visible again until it quits.
  await tmux('send-keys', 'C-u', 'fg', 'Enter');
  await waitUntil('the input box', async () => (await external.blockedBy()) === undefined);
  const quit = new Promise<string>((resolve) => {
    external.terminal?.open({
      isReady: () => true,
      onPicture: ({ data }) => seen.push(data),
      onOutput: (bytes) => seen.push(String(bytes)),
      onEnd: resolve,
    });
  });
  await external.stop();
  await tmux('send-keys', '-l', 'echo after-the-end');
  expect(await quit).toContain('left the foreground');
  await expect(external.screen()).rejects.toMatchObject({ details: { blocked_by: 'background' } });
  expect(seen.join('')).not.toContain('after-the-end');
});

stageTest('does not type into a pane that is not the session’s own', async ({ stage }) => {
  const socket = join(stage.folder, 'tmux.sock');
  const terminal = await stage.terminal();
  await terminal.waitForScreen(/❯/);
  await run('tmux', ['-S', socket, 'new-window', '-d', '--', 'sleep', '1000'], { env: stage.env });
  const { stdout } = await run('tmux', ['-S', socket, 'list-panes', '-a', '-F', '#{pane_id}'], {
    env: stage.env,
  });
  const { claude } = await attach(stage);
  const other = stdout.split('\n').find((id) => id && !claude.tmuxPane?.endsWith(id));
  const { run: external } = await attach(stage, `main:@1.${other}`);
  expect(external.capabilities).toEqual([]);
});

stageTest('a session in an unreachable terminal can only be ended', async ({ stage }) => {
  const child = spawn('script', ['-q', '-c', `${stage.claudeBinary} --permission-mode manual`, '/dev/null'], {
    cwd: stage.project,
    env: stage.env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = once(child, 'exit');
  const { run: external, claude } = await attach(stage);
  expect(external.capabilities).toEqual([]);
  await expect(external.deliver(text('hello'))).rejects.toMatchObject({ code: 'not_capable' });
  await external.stop();
  expect(isProcessAlive(claude.pid, claude.startMark)).toBe(false);
  await exited;
});
