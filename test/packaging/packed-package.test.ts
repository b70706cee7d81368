/** The tarball as a user gets it: packed, installed in an empty folder, run from there. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { version } from '../../package.json';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { reinsTest } from '../reins-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

reinsTest('installs in an empty folder and runs', async ({ user }) => {
  // Only the download cache is shared with the machine: npm has just filled it for the tests themselves.
  const { stdout: cache } = await run('npm', ['config', 'get', 'cache'], { cwd: root });
  const env = { ...process.env, ...user.env, npm_config_cache: cache.trim() };
  const { stdout: packed } = await run('npm', ['pack', '--json', '--pack-destination', user.folder], {
    cwd: root,
    env,
  });
  const [{ filename, files, size }] = JSON.parse(packed);
  const paths = files.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['dist/reins.js', 'dist/runner.js', 'README.md', 'LICENSE']));
  expect(paths.filter((path: string) => /\.ts$|^(src|test|stage|scripts)\//.test(path))).toEqual([]);
  // The page is about a sixth of it.
  expect(size).toBeLessThan(1_200_000);

  const folder = join(user.folder, 'empty');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, join(user.folder, filename)], { cwd: folder, env });

  const reins = join(folder, 'node_modules/.bin/reins');
  const runEnv = { ...user.env, REINS_CLAUDE: pinnedClaudeBinary() };
  const { stdout: printed } = await run(reins, ['--version'], { cwd: folder, env: runEnv });
  expect(printed.trim()).toBe(version);
  const { stdout: diagnosis } = await run(reins, ['doctor'], { cwd: folder, env: runEnv });
  expect(diagnosis).toMatch(/^ok {4}Claude Code/m);
});
