import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as baseTest, expect } from 'vitest';
import { ProjectFiles } from './project-files.ts';

const test = baseTest.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'project-files-'));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

function write(folder: string, ...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
}

test('lists a folder without a repository, skipping huge folders and links', async ({ folder }) => {
  const project = join(folder, 'project');
  write(folder, 'project/a.ts', 'project/src/b.ts', 'project/node_modules/x/index.js', 'secret.txt');
  symlinkSync(folder, join(project, 'outside'));
  expect([...(await new ProjectFiles().list(project))].sort()).toEqual(['a.ts', 'src/b.ts']);
});

test('lists tracked and untracked files of a repository, below the folder only', async ({ folder }) => {
  write(folder, '.gitignore', 'app/known.ts', 'app/new.ts', 'app/build/out.js', 'other/x.ts');
  writeFileSync(join(folder, '.gitignore'), 'build\n');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('add', 'app/known.ts');
  // A program that the repository configures must not run.
  const spy = join(folder, 'spy.sh');
  writeFileSync(spy, `#!/bin/sh\ntouch ${join(folder, 'ran')}\n`);
  chmodSync(spy, 0o755);
  git('config', 'core.fsmonitor', spy);
  expect([...(await new ProjectFiles().list(join(folder, 'app')))].sort()).toEqual(['known.ts', 'new.ts']);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('a missing folder has no files', async () => {
  expect(await new ProjectFiles().list('/nowhere/at/all')).toEqual([]);
});

test('a path that is not a folder has no files', async ({ folder }) => {
  write(folder, 'file');
  expect(await new ProjectFiles().list(join(folder, 'file'))).toEqual([]);
});

test('does not fetch missing objects: the repository configures the program for that', async ({ folder }) => {
  const [origin, clone, home] = ['origin', 'clone', 'home'].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ];
  for (const one of [origin, home]) mkdirSync(one);
  const env = { PATH: process.env['PATH'], HOME: home };
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env, stdio: 'pipe' });
  write(origin, 'inside/a.ts');
  git(origin, 'init');
  git(origin, 'add', '.');
  git(origin, '-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-m', 'x');
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'clone', '--filter=tree:0', '--sparse', `file://${origin}`, clone);
  git(clone, 'sparse-checkout', 'set', '--cone', '--sparse-index');
  // Only these two objects are left.
  const left = ['commit', 'tree'].map((type) => ({
    type,
    data: git(clone, 'cat-file', type, `HEAD^{${type}}`),
  }));
  rmSync(join(clone, '.git', 'objects', 'pack'), { recursive: true });
  for (const { type, data } of left) {
    execFileSync('git', ['hash-object', '-t', type, '-w', '--stdin'], { cwd: clone, env, input: data });
  }
  const spy = join(folder, 'spy.sh');
  writeFileSync(spy, `#!/bin/sh\ntouch ${join(folder, 'ran')}\nexec git-upload-pack "$@"\n`);
  chmodSync(spy, 0o755);
  git(clone, 'config', 'remote.origin.uploadpack', spy);
  expect(await new ProjectFiles().list(clone)).toEqual([]);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});
