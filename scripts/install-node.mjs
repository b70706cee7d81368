/**
 * Installs another version of Node into build/. The npm registry has the binaries: the package `node` downloads the one for
 * this machine with an install script, so that one is installed directly.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireStep, root } from './run-step.mjs';

const { platform, arch } = process;
/** The naming scheme has one exception. */
const PACKAGE = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;

/**
 * @param {string} version such as `22`: the newest of that line, unless one is already installed
 * @returns {string} path of the binary
 */
export function installNode(version) {
  const folder = join(root, 'build', `node-${version}`);
  const binary = join(folder, 'node_modules', PACKAGE, 'bin', 'node');
  if (!existsSync(binary)) {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
    const args = ['install', '--prefix', folder, '--no-save', ...quiet, `${PACKAGE}@${version}`];
    requireStep(`Install Node ${version}`, 'npm', args);
  }
  return binary;
}

/**
 * @param {string} node path of a binary
 * @returns {string} such as `22.1.0`
 */
export function versionOf(node) {
  return execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
}
