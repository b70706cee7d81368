/** The tarball as a user gets it: packed, installed in an empty folder, run from there. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { version } from '../../package.json';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { reinsTest } from '../reins-process.ts';
import { installPacked } from './install-packed.ts';

const run = promisify(execFile);

reinsTest('installs in an empty folder and runs', async ({ user }) => {
  const { folder, paths, bytes } = await installPacked(user.folder, user.env);
  const needed = ['dist/reins.js', 'dist/runner.js', 'dist/sdk/node.js', 'dist/sdk/browser/index.js'];
  expect(paths).toEqual(expect.arrayContaining([...needed, 'dist/sdk/index.d.ts', 'README.md', 'LICENSE']));
  const odd = paths.filter((path) => /\.ts$|^(src|test|stage|scripts)\//.test(path));
  expect(odd).toEqual(['dist/sdk/index.d.ts']);
  // The page is about a sixth of it.
  expect(bytes).toBeLessThan(1_400_000);

  const reins = join(folder, 'node_modules/.bin/reins');
  const runEnv = { ...user.env, REINS_CLAUDE: pinnedClaudeBinary() };
  const { stdout: printed } = await run(reins, ['--version'], { cwd: folder, env: runEnv });
  expect(printed.trim()).toBe(version);
  const { stdout: diagnosis } = await run(reins, ['doctor'], { cwd: folder, env: runEnv });
  expect(diagnosis).toMatch(/^ok {4}Claude Code/m);
});
