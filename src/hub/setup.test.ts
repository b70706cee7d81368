import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewSession } from '../protocol/steering.ts';
import { locateHome } from './home/reins-home.ts';
import { SettingsStore } from './home/settings.ts';
import { install } from './installation/install.ts';
import { describeAddress, HubSetup } from './setup.ts';

function makeSetup({ isFailing = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-setup-'));
  const folders = [folder];
  onTestFinished(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  });
  const home = locateHome({ REINS_HOME: join(folder, 'reins') });
  mkdirSync(home.folder);
  const settings = new SettingsStore(home.settingsFile);
  const started: NewSession[] = [];
  const setup = new HubSetup({
    home,
    env: { CLAUDE_CONFIG_DIR: folder, PATH: '' },
    settings,
    steering: {
      create: async (body) => {
        started.push(body);
        folders.push(body.cwd ?? folder);
        if (isFailing) throw new Error('No Claude Code here.');
        return { sessionId: 'new', isNew: true };
      },
    },
    hostName: () => 'desk',
    addresses: () => ['https://hub.example', 'http://127.0.0.1:4820'],
    publicUrl: () => 'https://hub.example',
  });
  return { setup, home, settings, started, file: join(folder, 'settings.json') };
}

test('the state of the hooks', () => {
  const { setup, home, file } = makeSetup();
  const state = () => setup.get().hooks.state;
  expect(setup.get()).toMatchObject({ hooks: { state: 'missing', file }, has_claude: false });
  const { after = '' } = install({ home, file, allEvents: false, claudeVersion: undefined });
  expect(state()).toBe('installed');
  writeFileSync(file, after.replace('{', '{ "disableAllHooks": true,'));
  expect(state()).toBe('disabled');
  writeFileSync(file, '{');
  expect(state()).toBe('unreadable');
});

test('who reaches an address, and whether browsers trust it', () => {
  const at = (url: string) => describeAddress(url, 'https://hub.example/');
  expect(at('https://hub.example')).toMatchObject({ from: 'public_url', is_secure: true });
  expect(at('http://192.168.1.2:4820')).toMatchObject({ from: 'network', is_secure: false });
  expect(at('https://192.168.1.2:4843')).toMatchObject({ from: 'network', is_secure: true });
  expect(at('http://127.0.0.1:4820')).toMatchObject({ from: 'this_machine', is_secure: true });
});

test('samples share a folder while it exists and is trusted', async () => {
  const { setup, settings, started } = makeSetup();
  expect(await setup.startSample('ann')).toBe('new');
  const { cwd = '' } = started[0] ?? {};
  expect(started[0]).toMatchObject({ permission_mode: 'default', trust: true });
  settings.patch({ trusted_folders: [cwd] });
  await setup.startSample('ann');
  expect(started[1]?.cwd).toBe(cwd);
  rmSync(cwd, { recursive: true });
  await setup.startSample('ann');
  expect(started[2]?.cwd).not.toBe(cwd);
});

test('a sample that cannot start leaves no folder', async () => {
  const { setup, started } = makeSetup({ isFailing: true });
  await expect(setup.startSample('ann')).rejects.toThrow('No Claude Code here.');
  expect(existsSync(started[0]?.cwd ?? '')).toBe(false);
});
