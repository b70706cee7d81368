import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepDrafts, readDrafts } from './kept-drafts.ts';

test('drafts survive a restart, empty ones do not, and a damaged file is ignored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-drafts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { REINS_HOME: folder };
  const file = join(folder, 'tui-drafts.json');
  expect(readDrafts(env).size).toBe(0);
  keepDrafts(
    env,
    new Map([
      ['s1', 'half a\nthought'],
      ['s2', ' '],
    ]),
  );
  expect([...readDrafts(env)]).toEqual([['s1', 'half a\nthought']]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '{');
  expect(readDrafts(env).size).toBe(0);
});
