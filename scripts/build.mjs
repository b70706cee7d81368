/**
 * Bundles the package into dist/, the page into dist/web and the developer's stage into build/. Does nothing if no input
 * changed.
 * Run directly (`npm run build`) or through ensureBuilt().
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildDocs, docSources } from './build-docs.mjs';
import { root } from './run-step.mjs';

const stamp = join(root, 'build', '.inputs');
const outputs = [
  'dist/reins.js',
  'dist/runner.js',
  'dist/history-thread.js',
  'dist/sdk/node.js',
  'dist/sdk/browser/index.js',
  'dist/web/index.html',
  'build/stage.js',
].map((file) => join(root, file));

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
        'sdk/node': 'src/sdk-node/index.ts',
      },
      dir: 'dist',
    },
    {
      input: { index: 'src/sdk/index.ts' },
      dir: 'dist/sdk/browser',
      platform: /** @type {const} */ ('browser'),
    },
    { input: { stage: 'stage/main.ts' }, dir: 'build' },
  ];
  for (const { input, dir, platform = /** @type {const} */ ('node') } of bundles) {
    const bundle = await rolldown({
      cwd: root,
      input,
      platform,
      // Native code cannot be bundled; everything else is, so that an install stays small and starts quickly.
      external: ['@photostructure/sqlite'],
      // Modules of the SDK only define things: those that a program does not use are left out.
      ...(platform === 'browser' && { treeshake: { moduleSideEffects: false } }),
    });
    const { output } = await bundle.write({
      dir: join(root, dir),
      format: 'esm',
      // build/ also contains what other commands have installed.
      cleanDir: dir !== 'build',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    });
    await bundle.close();
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    const licenses = licensesOf(modules);
    if (licenses) writeFileSync(join(root, dir, 'THIRD-PARTY-LICENSES'), licenses);
  }
  chmodSync(join(root, 'dist', 'reins.js'), 0o755);
  await buildPage();
}

async function buildPage() {
  const { build: bundle } = await import('vite');
  /** @type {string[]} */
  const modules = [];
  const collect = {
    name: 'collect-modules',
    /** @param {unknown} _ @param {Record<string, { type: string, moduleIds?: string[] }>} chunks */
    generateBundle(_, chunks) {
      for (const { moduleIds = [] } of Object.values(chunks)) modules.push(...moduleIds);
    },
  };
  const configFile = join(root, 'web', 'vite.config.ts');
  await bundle({ configFile, logLevel: 'warn', mode: 'production', plugins: [collect] });
  const folder = join(root, 'dist', 'web');
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licensesOf(modules));
  writeShell(folder);
  await buildDocs(folder);
  for (const file of filesIn(join(folder, 'assets'))) compress(file);
  for (const file of filesIn(join(folder, 'docs'))) if (!file.endsWith('.webp')) compress(file);
}

/**
 * The service worker caches these for offline use, and sees from their names when they have changed.
 * @param {string} folder
 */
function writeShell(folder) {
  const worker = join(folder, 'worker.js');
  const names = filesIn(folder).map((file) => file.slice(folder.length));
  const shell = names
    .filter((name) => /^\/(assets|icons)\//.test(name) || name.endsWith('.webmanifest'))
    // The terminal is useless without a connection, and large; a language is kept once it was used.
    .filter((name) => !/^\/assets\/(terminal|words)-/.test(name))
    .sort();
  const version = createHash('sha256')
    .update(readFileSync(join(folder, 'index.html')))
    .update(shell.join());
  const source = readFileSync(worker, 'utf8')
    .replace('__SHELL__', JSON.stringify(['/', ...shell]))
    .replace('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16)));
  writeFileSync(worker, source);
}

/**
 * Compressed once here, so that the hub need not do it for every visitor; browsers accept it, and the package stays small.
 * @param {string} file
 */
function compress(file) {
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  rmSync(file);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Bundling copies other people's code, and their licences require that the notice is included.
 * @param {readonly string[]} moduleIds
 */
function licensesOf(moduleIds) {
  const folders = moduleIds.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace(/^\0/, '')) ?? [],
  );
  const notices = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    // Some packages name a licence without including its text, which is the same as ours.
    const holder = author?.name ?? author ?? `the authors of ${name}`;
    const known = license === 'MIT' ? `Copyright (c) ${holder}\n\n${mitTerms()}` : '';
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : known;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

/** @returns {string} the text of every MIT licence below the names */
function mitTerms() {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  return own.slice(own.indexOf('Permission is hereby granted')).trim();
}

/** @returns {string} a hash over names and contents of everything that goes into the bundles */
function hashInputs() {
  const hash = createHash('sha256');
  const folders = ['src', 'stage', 'web'].flatMap((folder) =>
    filesIn(join(root, folder)).filter((file) => !/\.test\.tsx?$/.test(file)),
  );
  const files = [
    ...folders,
    ...[
      'package.json',
      'package-lock.json',
      'scripts/build.mjs',
      'scripts/build-docs.mjs',
      'docs/openapi.json',
      ...docSources(),
    ].map((file) => join(root, file)),
  ];
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureBuilt();
  if (process.argv.includes('--types')) await writeTypes();
}

/** Only needed by those who install the package, so they are made when it is packed. */
async function writeTypes() {
  const { sdkTypesFile } = await import('./sdk-types/write-sdk-types.mjs');
  const types = sdkTypesFile();
  // The second is for programs that load the SDK with `require`.
  for (const name of ['index.d.ts', 'index.d.cts']) writeFileSync(join(root, 'dist', 'sdk', name), types);
}
