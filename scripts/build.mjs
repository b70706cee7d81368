/**
 * Bundles the package into dist/ and the developer's stage into build/. Does nothing when no input changed.
 * Run directly (`npm run build`) or through ensureBuilt().
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run-step.mjs';

const stamp = join(root, 'build', '.inputs');
const outputs = ['dist/reins.js', 'dist/runner.js', 'dist/history-thread.js', 'build/stage.js'].map((file) =>
  join(root, file),
);

export async function ensureBuilt() {
  const inputs = hashInputs();
  if (outputs.every(existsSync) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  console.log('\n> Build');
  const started = performance.now();
  await build();
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stamp, inputs);
  console.log(`ok: Build (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

async function build() {
  const { rolldown } = await import('rolldown');
  const bundles = [
    {
      input: {
        reins: 'src/cli/main.ts',
        runner: 'src/drivers/stream/runner/main.ts',
        'history-thread': 'src/history/history-thread.ts',
      },
      dir: 'dist',
    },
    { input: { stage: 'stage/main.ts' }, dir: 'build' },
  ];
  for (const { input, dir } of bundles) {
    const bundle = await rolldown({
      cwd: root,
      input,
      platform: 'node',
      // Native code cannot be bundled; everything else is, so that an install stays small and a start quick.
      external: ['@photostructure/sqlite'],
    });
    const { output } = await bundle.write({
      dir: join(root, dir),
      format: 'esm',
      cleanDir: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    await bundle.close();
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    writeFileSync(join(root, dir, 'THIRD-PARTY-LICENSES'), licensesOf(modules));
  }
  chmodSync(join(root, 'dist', 'reins.js'), 0o755);
}

/**
 * Bundling copies other people's code, and their licences ask that the notice travels with it.
 * @param {readonly string[]} moduleIds
 */
function licensesOf(moduleIds) {
  const folders = moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const notices = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

/** @returns {string} a hash over names and contents of everything that goes into the bundles */
function hashInputs() {
  const hash = createHash('sha256');
  const folders = ['src', 'stage'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const files = [
    ...folders,
    ...['package.json', 'package-lock.json', 'scripts/build.mjs'].map((f) => join(root, f)),
  ];
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt();
