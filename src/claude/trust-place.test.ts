import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findTrustPlace, isRecordedAsTrusted } from './trust-place.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-trust-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function make(...path: string[]): string {
  const made = join(folder, ...path);
  mkdirSync(made, { recursive: true });
  return made;
}

function git(cwd: string, ...args: string[]): void {
  const own = ['-c', 'user.name=me', '-c', 'user.email=me@example.com'];
  execFileSync('git', [...own, ...args], { cwd, stdio: 'ignore' });
}

/** Whether a folder counts as trusted if Claude Code has recorded trust in another one. */
function isTrusted(path: string, recorded: string): boolean {
  const stateFile = join(folder, '.claude.json');
  writeFileSync(stateFile, JSON.stringify({ projects: { [recorded]: { hasTrustDialogAccepted: true } } }));
  return isRecordedAsTrusted(stateFile, findTrustPlace(path).folders);
}

test('trust in a folder covers the folders below it', () => {
  const inner = make('outer', 'inner');
  expect(isTrusted(inner, join(folder, 'outer'))).toBe(true);
  expect(isTrusted(inner, inner)).toBe(true);
  expect(isTrusted(join(folder, 'outer'), inner)).toBe(false);
  expect(isTrusted(make('outer2'), join(folder, 'outer'))).toBe(false);
  expect(findTrustPlace(inner).root).toBe(inner);
});

test('a repository inside a trusted folder must be trusted itself, and then as a whole', () => {
  const inside = make('outer', 'repository', 'src');
  make('outer', 'repository', '.git');
  const repository = join(folder, 'outer', 'repository');
  expect(isTrusted(inside, join(folder, 'outer'))).toBe(false);
  expect(isTrusted(inside, repository)).toBe(true);
  expect(findTrustPlace(inside).root).toBe(repository);
});

test('links are followed', () => {
  const target = make('target');
  make('trusted');
  symlinkSync(target, join(folder, 'trusted', 'link'));
  expect(isTrusted(join(folder, 'trusted', 'link'), join(folder, 'trusted'))).toBe(false);
  expect(isTrusted(join(folder, 'trusted', 'link'), target)).toBe(true);
});

test('a worktree is trusted with its repository, but only if the repository lists it', () => {
  const main = make('main');
  git(main, 'init');
  git(main, 'commit', '--allow-empty', '-m', 'first');
  git(main, 'worktree', 'add', join(folder, 'tree'));
  expect(isTrusted(join(folder, 'tree'), main)).toBe(true);
  const forged = make('forged');
  writeFileSync(join(forged, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'tree')}\n`);
  expect(isTrusted(forged, main)).toBe(false);
});

test('an unreadable record trusts nothing', () => {
  const stateFile = join(folder, '.claude.json');
  expect(isRecordedAsTrusted(stateFile, [folder])).toBe(false);
  for (const text of ['', '{', '[]', '{"projects":null}', `{"projects":{"${folder}":{}}}`]) {
    writeFileSync(stateFile, text);
    expect(isRecordedAsTrusted(stateFile, [folder])).toBe(false);
  }
});
