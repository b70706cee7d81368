import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts';
import { SettingsStore } from './settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-settings-'));
  file = join(folder, 'config.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('uses defaults without a file', () => {
  expect(new SettingsStore(file).get()).toEqual(DEFAULT_SETTINGS);
});

test('keeps a patch across a restart', () => {
  new SettingsStore(file).patch({ allowed_hosts: ['hub.example'] });
  expect(new SettingsStore(file).get()).toEqual({ ...DEFAULT_SETTINGS, allowed_hosts: ['hub.example'] });
});

test.each([
  ['{"prot": 1}', 'Unknown field "prot".'],
  ['{"port": "high"}', 'port: '],
  ['[]', 'The input: '],
  ['{', 'JSON'],
])('rejects a file with %s, gives the reason, and leaves the file alone', (content, reason) => {
  writeFileSync(file, content);
  expect(() => new SettingsStore(file)).toThrow(reason);
  expect(() => new SettingsStore(file)).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('names an unreadable file and what to do', () => {
  expect(() => new SettingsStore(folder)).toThrow(/cannot be used: EISDIR.* Fix or delete it/);
});
