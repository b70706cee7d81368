/**
 * Installs the npm packages unless they are there, in the versions of the lock file. To run Reins, those of the package itself
 * are enough; tests and checks also need the workspaces `test/tools`, which has a Claude Code and is much larger, and
 * `test/clients`, which has clients that others wrote.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireStep, root } from './run-step.mjs';

/** @typedef {Record<string, { version?: string, link?: boolean }>} Packages */
/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest */

/** @param {{ forTests?: boolean }} [options] */
export function ensureInstalled({ forTests = true } = {}) {
  const folders = forTests ? ['', 'test/tools/', 'test/clients/'] : [''];
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed)) {
    const locked = readJson(join(root, 'package-lock.json')).packages;
    const names = folders.flatMap((folder) =>
      directOf(readJson(join(root, folder, 'package.json'))).map((name) => `${folder}node_modules/${name}`),
    );
    if (isInstalled(names, locked, readJson(installed).packages)) return;
  }
  // Hides warnings that Claude Code wants a newer Node: its native binary runs regardless.
  const quiet = ['--no-progress', '--loglevel=error'];
  requireStep('Install npm packages', 'npm', ['ci', ...quiet, ...(forTests ? [] : ['--workspaces=false'])]);
}

/**
 * Whether every package is installed, in its workspace or at the top, and nothing in another version than the locked one.
 * @param {readonly string[]} paths such as `test/tools/node_modules/NAME`
 * @param {Packages} locked
 * @param {Packages} installed as npm records them after every install
 */
export function isInstalled(paths, locked, installed) {
  return (
    paths.every((path) => installed[path] ?? installed[path.slice(path.indexOf('node_modules/'))]) &&
    Object.entries(installed).every(([path, { version }]) => locked[path]?.version === version)
  );
}

/** @param {Manifest} manifest */
function directOf({ dependencies, devDependencies }) {
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
