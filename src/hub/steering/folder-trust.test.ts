import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsStore } from '../home/settings.ts';
import { FolderTrust } from './folder-trust.ts';

let folder: string;
let project: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-trust-')));
  project = join(folder, 'repository', 'src');
  mkdirSync(project, { recursive: true });
  mkdirSync(join(folder, 'repository', '.git'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function open() {
  const settings = new SettingsStore(join(folder, 'config.json'));
  return { settings, trust: new FolderTrust({ stateFile: join(folder, '.claude.json'), settings }) };
}

test('trust covers the whole repository, survives the hub, and can be revoked', () => {
  const repository = join(folder, 'repository');
  const { trust } = open();
  expect(trust.isTrusted(project)).toBe(false);
  expect(trust.rootOf(project)).toBe(repository);
  trust.trust(project);
  trust.trust(repository);
  const again = open();
  expect(again.settings.get().trusted_folders).toEqual([repository]);
  expect([project, repository, folder].map((one) => again.trust.isTrusted(one))).toEqual([true, true, false]);
  again.settings.patch({ trusted_folders: null });
  expect(again.trust.isTrusted(project)).toBe(false);
});

test('trust given in Claude Code counts', () => {
  const { trust } = open();
  const projects = { [join(folder, 'repository')]: { hasTrustDialogAccepted: true } };
  writeFileSync(join(folder, '.claude.json'), JSON.stringify({ projects }));
  expect(trust.isTrusted(project)).toBe(true);
});
