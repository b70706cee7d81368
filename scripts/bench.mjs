/**
 * `npm run bench`: bundles the benchmarks in bench/ and runs each in its own process, one after another.
 * Arguments select by name: `npm run bench -- store-ingest`. Numbers are passed on to them: `npm run bench -- page-hour 60`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './run-step.mjs';

const wanted = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument));
const numbers = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

await ensureBuilt();
const { rolldown } = await import('rolldown');
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(names.map((name) => [name, `bench/${name}.bench.ts`])),
  platform: 'node',
  external: ['@photostructure/sqlite', 'playwright-core'],
});
// One folder per run: two runs may overlap.
const folder = join(root, 'build', `bench-${process.pid}`);
await bundle.write({ dir: folder, format: 'esm', cleanDir: true, entryFileNames: '[name].js' });
await bundle.close();

// Reading extra certificates costs every process a few hundred milliseconds at its start.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
for (const name of names) {
  console.log(`\n> ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(folder, `${name}.js`), ...numbers], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) process.exitCode = 1;
}
rmSync(folder, { recursive: true, force: true });
