/** `npm start`: from a bare clone to a running hub. Arguments are passed on: `npm start -- --port 0`. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './run-step.mjs';

ensureInstalled({ forTests: false });
await ensureBuilt();

const entry = join(root, 'dist', 'reins.js');
// In this same process, so that Ctrl-C and signals reach the hub itself.
process.argv = [process.execPath, entry, 'up', ...process.argv.slice(2)];
await import(pathToFileURL(entry).href);
