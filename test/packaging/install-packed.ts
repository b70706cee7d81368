/** Packs the package and installs it in an empty folder, as users get it. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

export interface Installed {
  readonly folder: string;
  /** The content of the tarball. */
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** Into `folder`, which must exist. */
export async function installPacked(
  folder: string,
  userEnv: Readonly<Record<string, string>>,
): Promise<Installed> {
  // Only the download cache is shared with the machine: npm has just filled it for the tests themselves.
  const { stdout: cache } = await run('npm', ['config', 'get', 'cache'], { cwd: root });
  const env = { ...process.env, ...userEnv, npm_config_cache: cache.trim() };
  const pack = ['pack', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: root, env });
  // Steps before packing print too.
  const [{ filename, files, size }] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{"type": "module"}');
  const install = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, join(folder, filename)], { cwd: empty, env });
  return { folder: empty, paths: files.map(({ path }: { path: string }) => path), bytes: size };
}
