/** Runs a file of `test/` that takes pictures instead of testing, and stores them in docs/images. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './run-step.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

export const pictureFolder = join(root, 'docs', 'images');

/** @param {string} file */
export async function takePictures(file) {
  ensureSystemPrograms(['img2webp']);
  await ensureBuilt();
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'e2e', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REINS_PICTURES: pictureFolder },
  });
  packPictures();
  process.exitCode = status ?? 1;
}

/** Turns new PNG files into WebP without loss: a third of the size. */
export function packPictures() {
  for (const name of readdirSync(pictureFolder).filter((one) => one.endsWith('.png'))) {
    const file = join(pictureFolder, name);
    execFileSync('img2webp', ['-lossless', '-m', '6', file, '-o', file.replace(/png$/, 'webp')]);
    rmSync(file);
  }
}
