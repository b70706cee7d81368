import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plainTest } from 'vitest';
import { changeFile } from './change-file.ts';

const test = plainTest.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-change-file-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const add = (word: string) => (before: string | undefined) => `${before ?? ''}${word}`;

test('replaces through links, keeps the mode, leaves no other file', ({ folder }) => {
  mkdirSync(join(folder, 'dotfiles'));
  const real = join(folder, 'dotfiles', 'claude.json');
  writeFileSync(real, 'a');
  chmodSync(real, 0o640);
  symlinkSync('dotfiles/claude.json', join(folder, 'middle'));
  symlinkSync(join(folder, 'middle'), join(folder, 'settings.json'));
  expect(changeFile(join(folder, 'settings.json'), add('b'))).toEqual({ before: 'a', after: 'ab' });
  expect(readFileSync(real, 'utf8')).toBe('ab');
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(folder, 'settings.json')).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(folder, 'dotfiles'))).toEqual(['claude.json']);
});

test('creates a missing file, even behind a link', ({ folder }) => {
  changeFile(join(folder, 'new', 'settings.json'), add('a'));
  expect(readFileSync(join(folder, 'new', 'settings.json'), 'utf8')).toBe('a');
  symlinkSync('later.json', join(folder, 'link.json'));
  changeFile(join(folder, 'link.json'), add('a'));
  expect(readFileSync(join(folder, 'later.json'), 'utf8')).toBe('a');
});

test('starts over if the file changed between reading and writing', ({ folder }) => {
  const file = join(folder, 'settings.json');
  writeFileSync(file, 'a');
  const seen: (string | undefined)[] = [];
  const change = changeFile(file, (before) => {
    seen.push(before);
    if (seen.length < 3) writeFileSync(file, `${before}+`);
    return `${before} ours`;
  });
  expect(seen).toEqual(['a', 'a+', 'a++']);
  expect(change).toEqual({ before: 'a++', after: 'a++ ours' });
  expect(readFileSync(file, 'utf8')).toBe('a++ ours');
});

test('starts over if the file appeared or vanished in the meantime', ({ folder }) => {
  const file = join(folder, 'settings.json');
  let looks = 0;
  changeFile(file, (before) => {
    if (looks++ === 0) writeFileSync(file, 'theirs ');
    return `${before ?? ''}ours`;
  });
  expect(readFileSync(file, 'utf8')).toBe('theirs ours');
  looks = 0;
  changeFile(file, (before) => {
    if (looks++ === 0) rmSync(file);
    return before === undefined ? 'new' : undefined;
  });
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('gives up on a file that keeps changing, and leaves it unchanged', ({ folder }) => {
  const file = join(folder, 'settings.json');
  let changes = 0;
  expect(() =>
    changeFile(file, () => {
      writeFileSync(file, `theirs ${changes++}`);
      return 'ours';
    }),
  ).toThrow('keeps changing');
  expect(readFileSync(file, 'utf8')).toBe(`theirs ${changes - 1}`);
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('leaves read-only files unchanged, even as root', ({ folder }) => {
  const file = join(folder, 'settings.json');
  writeFileSync(file, 'a');
  chmodSync(file, 0o444);
  expect(() => changeFile(file, add('b'))).toThrow(/is read-only. Nothing was changed/);
  chmodSync(file, 0o644);
  chmodSync(folder, 0o555);
  expect(() => changeFile(file, add('b'))).toThrow(/is read-only. Nothing was changed/);
  chmodSync(folder, 0o755);
  expect(readFileSync(file, 'utf8')).toBe('a');
});

test('reports a folder in its place, invalid text, and a folder that cannot be created', ({ folder }) => {
  mkdirSync(join(folder, 'folder.json'));
  expect(() => changeFile(join(folder, 'folder.json'), add('a'))).toThrow(/cannot be read: EISDIR/);
  writeFileSync(join(folder, 'latin.json'), Buffer.from([0x7b, 0xe4, 0x7d]));
  expect(() => changeFile(join(folder, 'latin.json'), add('a'))).toThrow('not UTF-8');
  expect(() => changeFile(join(folder, 'latin.json', 'settings.json'), add('a'))).toThrow(
    /cannot be changed/,
  );
});

test('a dry run and an edit without effect write nothing', ({ folder }) => {
  const file = join(folder, 'settings.json');
  const beforeWrite = () => expect.unreachable();
  expect(changeFile(file, add('a'), { dryRun: true, beforeWrite })).toEqual({
    before: undefined,
    after: 'a',
  });
  writeFileSync(file, 'a');
  const { mtimeMs } = statSync(file);
  changeFile(file, (before) => before, { beforeWrite });
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});
