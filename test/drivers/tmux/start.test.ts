/** Starts with obstacles: dialogs are reported, a crash gives the text on the screen, nothing hangs. */
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findTrustPlace, isRecordedAsTrusted } from '../../../src/claude/trust-place.ts';
import { isProcessAlive } from '../../../src/lib/process-identity.ts';
import { waitUntil } from '../../../stage/patience.ts';
import { stageTest } from '../../stage-test.ts';
import { openTmuxStage, pressKeys, selectTrust, text, waitForScreen } from './tmux-stage.ts';

stageTest('an untrusted repository inside a trusted folder', async ({ stage }) => {
  const root = join(stage.project, 'strange #{pane_id}');
  const cwd = join(root, 'src');
  for (const folder of [cwd, join(root, '.git')]) mkdirSync(folder, { recursive: true });
  const isTrusted = () =>
    isRecordedAsTrusted(join(stage.configDir, '.claude.json'), findTrustPlace(cwd).folders);
  expect(isTrusted()).toBe(false);
  using tmux = openTmuxStage(stage);
  const run = await tmux.start({ cwd });
  const warning = await waitUntil('the warning', () => tmux.reports.warnings[0]);
  expect(warning).toMatchObject({ runId: run.runId, code: 'trust_dialog' });
  expect(warning.message).toContain(`reins attach ${run.sessionId}`);
  expect(await run.blockedBy()).toBe('trust_dialog');
  await expect(run.deliver(text('hello'))).rejects.toMatchObject({ details: { blocked_by: 'trust_dialog' } });

  const press = (key: string) => pressKeys(stage, tmux, run, key);
  await selectTrust(async () => (await run.screen()).text, press);
  await press('Enter');
  await waitUntil('the input box', async () => (await run.blockedBy()) === undefined);
  expect((await run.screen()).text).toContain('strange #{pane_id}');
  expect(tmux.reports.warnings).toHaveLength(1);
  expect(findTrustPlace(cwd).root).toBe(realpathSync(root));
  expect(isTrusted()).toBe(true);
  const { projects } = JSON.parse(readFileSync(join(stage.configDir, '.claude.json'), 'utf8'));
  expect(projects[realpathSync(root)]).toMatchObject({ hasTrustDialogAccepted: true });
  expect(projects[realpathSync(cwd)]?.hasTrustDialogAccepted).not.toBe(true);
});

stageTest('settings with an error, and a key that was never approved', async ({ stage }) => {
  using tmux = openTmuxStage(stage);
  mkdirSync(join(stage.project, '.claude'));
  writeFileSync(join(stage.project, '.claude', 'settings.json'), '{');
  await tmux.start();
  await waitUntil('the first warning', () =>
    tmux.reports.warnings.some(({ code }) => code === 'settings_error'),
  );

  const cwd = join(stage.folder, 'other');
  const config = join(stage.folder, 'other-config');
  for (const folder of [cwd, config]) mkdirSync(folder);
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    projects: { [cwd]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(state));
  await tmux.start({ cwd, env: { ...stage.env, CLAUDE_CONFIG_DIR: config } });
  await waitUntil('the second', () => tmux.reports.warnings.some(({ code }) => code === 'api_key_question'));
});

stageTest('a failed start gives the reason and leaves nothing behind', async ({ stage }) => {
  using tmux = openTmuxStage(stage);
  await expect(tmux.start({ claudeArgs: ['--no-such-flag'] })).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringContaining("unknown option '--no-such-flag'"),
  });
  await expect(tmux.start({ how: 'resume' })).rejects.toMatchObject({
    code: 'start_failed',
    message: expect.stringContaining('No conversation found'),
  });
  await expect(tmux.start({ choices: { max_turns: 3 } })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await tmux.driver.reattach()).toEqual([]);
  expect(readdirSync(join(tmux.home, 'tmux'))).toEqual([]);
});

stageTest('without tmux, the error names what to install', async ({ stage }) => {
  using tmux = openTmuxStage({ ...stage, env: { ...stage.env, PATH: '/nonexistent' } });
  await expect(tmux.start()).rejects.toMatchObject({ code: 'driver_unavailable' });
  expect(await tmux.driver.reattach()).toEqual([]);
});

stageTest('the whole environment arrives, and nobody else can read it', async ({ stage }) => {
  using tmux = openTmuxStage({ ...stage, env: { ...stage.env, OF_THE_HUB: 'alone', REINS_TOKEN: 'secret' } });
  const secret = 'line one\nline "two" $HOME ~ \\ 👩‍👩‍👧 #{pane_id}';
  const run = await tmux.start({
    env: { ...stage.env, MY_SECRET: secret },
    choices: { mcp_config: { mcpServers: {} } },
  });
  const { environ, commandLines } = readProcesses(run.pid);
  expect(environ).toMatchObject({ MY_SECRET: secret, HOME: stage.env['HOME'], COLORTERM: 'truecolor' });
  expect(environ).not.toHaveProperty('OF_THE_HUB');
  expect(Object.keys(environ).filter((name) => name.startsWith('REINS_'))).toEqual([]);
  expect(commandLines.filter((line) => line.includes('line one'))).toEqual([]);
  const folder = join(tmux.home, 'tmux', run.runId);
  for (const file of ['settings.json', 'mcp.json']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  expect(statSync(join(tmux.home, 'tmux.sock')).mode & 0o077).toBe(0);
  await waitForScreen(run, /❯/);
  await run.stop();
  expect(isProcessAlive(run.pid, run.startMark)).toBe(false);
  expect(readdirSync(join(tmux.home, 'tmux'))).toEqual([]);
});

function readProcesses(pid: number) {
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const environ = Object.fromEntries(
    read(`/proc/${pid}/environ`)
      .split('\0')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  const commandLines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => read(`/proc/${name}/cmdline`));
  return { environ, commandLines };
}
