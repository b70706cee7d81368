/** Installs the npm packages if the lock file has changed since the last install. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireStep, root } from './run-step.mjs';

const stamp = join(root, 'node_modules', '.reins-installed');

export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // Hides warnings that Claude Code wants a newer Node: its native binary runs regardless.
  requireStep('Install npm packages', 'npm', ['ci', '--no-progress', '--loglevel=error']);
  writeFileSync(stamp, lock);
}
