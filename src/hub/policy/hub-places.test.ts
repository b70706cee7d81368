import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { touchesHub } from '../../core/policy/touches-hub.ts';
import { locateHome } from '../home/reins-home.ts';
import { findHubPlaces } from './hub-places.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-places-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('recognizes links in and to the home under both names, and names besides the address', () => {
  mkdirSync(join(folder, 'disk/hub'), { recursive: true });
  mkdirSync(join(folder, 'dotfiles'));
  symlinkSync(join(folder, 'disk/hub'), join(folder, '.reins'));
  writeFileSync(join(folder, 'dotfiles/rules.json'), '{}');
  symlinkSync(join(folder, 'dotfiles/rules.json'), join(folder, 'disk/hub/policy.json'));
  const hub = findHubPlaces({
    home: locateHome({ REINS_HOME: join(folder, '.reins') }),
    userHome: folder,
    url: 'http://127.0.0.1:4999',
    allowedHosts: ['desk.example'],
    configFolder: join(folder, '.claude'),
  });
  const touches = (command: string) =>
    touchesHub({ tool_name: 'Bash', input: { command }, cwd: '/srv/work' }, { hub }) !== undefined;
  expect(touches(`cat ${folder}/.reins/token`)).toBe(true);
  expect(touches(`cat ${folder}/disk/hub/token`)).toBe(true);
  expect(touches(`cp x ${folder}/dotfiles/rules.json`)).toBe(true);
  expect(touches(`cp x ${folder}/dotfiles/other.json`)).toBe(false);
  expect(touches('curl http://localhost:4999/')).toBe(true);
  expect(touches('curl https://desk.example/')).toBe(true);
  expect(touches('curl http://localhost:5000/')).toBe(false);
});
