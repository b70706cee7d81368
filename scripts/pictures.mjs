/** Regenerates the README's pictures in docs/images: the real page, over the real Claude Code on the stage. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './run-step.mjs';

await ensureBuilt();
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'e2e', 'test/web/readme-pictures.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, REINS_PICTURES: join(root, 'docs', 'images') } },
);
process.exitCode = status ?? 1;
