import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectOf, readSettingsRules } from './settings-rules.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
  for (const inside of ['config', 'project/.claude', 'managed/managed-settings.d'])
    mkdirSync(join(folder, inside), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, permissions: object, more: object = {}) =>
  writeFileSync(join(folder, path), JSON.stringify({ permissions, ...more }));

async function read(...args: string[]): Promise<string[]> {
  const rules = await readSettingsRules({
    configFolder: join(folder, 'config'),
    project: join(folder, 'project'),
    managedFolder: join(folder, 'managed'),
    args,
  });
  return rules.map(({ behavior, rule, source }) => `${source}: ${behavior} ${rule}`);
}

test('reads rules of all settings files and flags, each with its source', async () => {
  write('config/settings.json', { allow: ['U'] });
  write('project/.claude/settings.json', { deny: ['P'] });
  write('project/.claude/settings.local.json', { ask: ['L'] });
  write('managed/managed-settings.json', { deny: ['M'] });
  write('managed/managed-settings.d/10.json', { deny: ['D'] });
  write('project/own.json', { allow: ['S'] });
  expect(await read('claude', '--settings', 'own.json', '--allowed-tools=F')).toEqual([
    ...['userSettings: allow U', 'projectSettings: deny P', 'localSettings: ask L', 'flagSettings: allow S'],
    ...['policySettings: deny M', 'policySettings: deny D', 'cliArg: allow F'],
  ]);
  const project = ['projectSettings: deny P', 'policySettings: deny M', 'policySettings: deny D'];
  expect(await read('--setting-sources=project')).toEqual(project);
  expect(await read('--setting-sources', 'project')).toEqual(project);
});

test('an organization can forbid rules from other sources', async () => {
  write('config/settings.json', { allow: ['U'] });
  write('managed/managed-settings.json', { allow: ['M'] }, { allowManagedPermissionRulesOnly: true });
  expect(await read('--allowed-tools=F')).toEqual(['policySettings: allow M']);
});

test('missing and invalid files have no rules', async () => {
  writeFileSync(join(folder, 'config/settings.json'), '{ broken');
  expect(await read('--settings=missing.json')).toEqual([]);
});

test('the project is the folder that Claude Code was started in', () => {
  const transcript = '/c/projects/-home-ann-my-app/1.jsonl';
  expect(projectOf('/home/ann/my.app/src/lib', transcript)).toBe('/home/ann/my.app');
  expect(projectOf('/home/ann/my.app', transcript)).toBe('/home/ann/my.app');
  expect(projectOf('/elsewhere', transcript)).toBe('/elsewhere');
  expect(projectOf('/elsewhere', undefined)).toBe('/elsewhere');
});
