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

test('without a file everything is at its default', () => {
  expect(new SettingsStore(file).get()).toEqual(DEFAULT_SETTINGS);
});

test('what was patched is there after a restart', () => {
  new SettingsStore(file).patch({ allowed_hosts: ['hub.example'] });
  expect(new SettingsStore(file).get()).toEqual({ ...DEFAULT_SETTINGS, allowed_hosts: ['hub.example'] });
});

test.each([
  ['{"prot": 1}', 'Unknown field "prot".'],
  ['{"port": "high"}', 'port: '],
  ['[]', 'The whole: '],
  ['{', 'JSON'],
])('a file with %s is refused with the reason, and left alone', (content, reason) => {
  writeFileSync(file, content);
  expect(() => new SettingsStore(file)).toThrow(reason);
  expect(() => new SettingsStore(file)).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a file that cannot be read is named, with what to do', () => {
  expect(() => new SettingsStore(folder)).toThrow(/cannot be used: EISDIR.* Mend it or remove it/);
});
