/** Runs a file of `test/` that takes pictures instead of testing, and stores them in docs/images. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './run-step.mjs';

/** @param {string} file */
export async function takePictures(file) {
  await ensureBuilt();
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'e2e', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REINS_PICTURES: join(root, 'docs', 'images') },
  });
  process.exitCode = status ?? 1;
}
