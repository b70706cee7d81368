/** What `doctor` and `status` report about an installation: where, for which hub, and whether it works. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const claude = { REINS_CLAUDE: pinnedClaudeBinary() };
const settingsFile = (user: ReinsUser) => join(user.claudeConfig, 'settings.json');

async function diagnose(user: ReinsUser, name: string, env: Record<string, string> = {}) {
  const { stdout } = await user.reins(['doctor', '--json'], { ...claude, ...env }).exited;
  const { checks } = JSON.parse(stdout) as { checks: { name: string; verdict: string; message: string }[] };
  return checks.find((check) => check.name === name);
}

reinsTest('installed, disabled, outdated, for another hub', async ({ user }) => {
  const install = (env = {}) => user.reins(['install'], { ...claude, ...env }).exited;
  expect(await diagnose(user, 'Hooks')).toMatchObject({ verdict: 'warn' });
  await install();
  expect(await diagnose(user, 'Hooks')).toMatchObject({
    verdict: 'ok',
    message: `14 events in ${settingsFile(user)} report to the hub of ${user.reinsHome}`,
  });

  const other = { REINS_HOME: join(user.folder, 'other') };
  expect(await diagnose(user, 'Hooks', other)).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining(`report to ${user.reinsHome}/hub.sock`),
  });
  await install(other);
  expect(await diagnose(user, 'Hooks')).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining(`others to ${other.REINS_HOME}/hub.sock`),
  });

  const old = join(user.folder, 'old-claude');
  writeFileSync(old, '#!/bin/sh\necho "2.1.70 (Claude Code)"\n', { mode: 0o755 });
  expect(await diagnose(user, 'Hooks', { REINS_CLAUDE: old })).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('StopFailure'),
  });

  const text = readFileSync(settingsFile(user), 'utf8');
  writeFileSync(settingsFile(user), text.replaceAll('-m 1', '-m 3'));
  expect(await diagnose(user, 'Hooks')).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('Stop'),
  });
  writeFileSync(settingsFile(user), text.replace('{', '{ "disableAllHooks": true,'));
  expect(await diagnose(user, 'Hooks')).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('disableAllHooks'),
  });
});

reinsTest('the route to the hub, and what status reports, with and without a hub', async ({ user }) => {
  const status = async () => JSON.parse((await user.reins(['status', '--json'], claude).exited).stdout);
  expect(await status()).toEqual({ running: false, hooks: { installed: [], silenced_by: [] } });
  const name = 'Route to the hub';
  expect(await diagnose(user, name)).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining('no hub'),
  });
  await user.reins(['install'], claude).exited;
  const installed = [{ file: settingsFile(user), events: 14 }];
  expect(await status()).toMatchObject({ running: false, hooks: { installed } });
  const hub = user.reins(['up', '--port', '0'], claude);
  await hub.waitForOutput(/up at/);
  expect(await diagnose(user, name)).toMatchObject({
    verdict: 'ok',
    message: expect.stringContaining('responds at'),
  });
  expect(await status()).toMatchObject({ running: true, hooks: { installed } });
  const { stdout } = await user.reins(['status'], claude).exited;
  expect(stdout).toContain(`14 events report from ${settingsFile(user)}`);
  rmSync(join(user.reinsHome, 'hub.sock'));
  expect(await diagnose(user, name)).toMatchObject({ verdict: 'warn' });

  const empty = join(user.folder, 'empty');
  mkdirSync(empty);
  expect(await diagnose(user, name, { PATH: empty })).toMatchObject({
    verdict: 'warn',
    message: expect.stringContaining('curl'),
  });
});

reinsTest('reports missing hook scripts', async ({ user }) => {
  await user.reins(['install'], claude).exited;
  for (const script of ['relay.sh', 'ask.sh']) {
    rmSync(join(user.reinsHome, 'hooks', script));
    expect(await diagnose(user, 'Route to the hub')).toMatchObject({
      verdict: 'warn',
      message: expect.stringContaining(script),
    });
  }
});
