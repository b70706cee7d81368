import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addHooks, readGivenSettings, splitSettings } from './given-settings.ts';

test('the last --settings wins, in either form; other flags remain', () => {
  expect(splitSettings(['--debug', '--settings', 'a.json', '-x', '--settings={"a":1}', 'words'])).toEqual({
    rest: ['--debug', '-x', 'words'],
    given: '{"a":1}',
  });
  expect(splitSettings(['--debug'])).toEqual({ rest: ['--debug'], given: undefined });
});

test('reads JSON, or a file in the session’s folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-settings-'));
  writeFileSync(join(folder, 's.json'), '{"model":"opus"}');
  expect(readGivenSettings('s.json', folder)).toEqual({ model: 'opus' });
  expect(readGivenSettings(' {"a":1}', folder)).toEqual({ a: 1 });
  for (const bad of ['none.json', '{', '[]']) expect(() => readGivenSettings(bad, folder)).toThrow();
  rmSync(folder, { recursive: true });
});

test('keeps their hooks next to ours', () => {
  const settings = { model: 'opus', hooks: { Stop: ['theirs'], Other: ['kept'] } };
  expect(addHooks(settings, { Stop: ['ours'], SessionStart: ['ours'] })).toEqual({
    model: 'opus',
    hooks: { Stop: ['theirs', 'ours'], Other: ['kept'], SessionStart: ['ours'] },
  });
  expect(addHooks({}, { Stop: ['ours'] })).toEqual({ hooks: { Stop: ['ours'] } });
});
