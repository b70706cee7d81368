import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFolders } from './folders.ts';

test('lists folders and repositories, without files and hidden folders', () => {
  const home = mkdtempSync(join(tmpdir(), 'reins-folders-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const folder of ['web/.git', 'api', '.hidden']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'file'), '');
  symlinkSync(join(home, 'web'), join(home, 'link'));
  symlinkSync(join(home, 'gone'), join(home, 'broken'));
  const [api, web, link] = ['api', 'web', 'link'].map((name) => join(home, name));
  const options = { home, recent: [web ?? '', join(home, 'gone')] };
  expect(listFolders(undefined, options)).toEqual({
    path: home,
    is_git: false,
    parent: tmpdir(),
    items: [
      { path: api, is_git: false },
      { path: link, is_git: true },
      { path: web, is_git: true },
    ],
    recent: [{ path: web, is_git: true }],
  });
  expect(listFolders('~/web/..', options).path).toBe(home);
  expect(listFolders('/', options).parent).toBeUndefined();
  for (const bad of [join(home, 'gone'), join(home, 'file'), 'web'])
    expect(() => listFolders(bad, options)).toThrow(expect.objectContaining({ code: 'cwd_invalid' }));
});
