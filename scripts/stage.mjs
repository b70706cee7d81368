/** `npm run stage`: opens a stage for trying the real Claude Code by hand. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
await ensureBuilt();
// A computed path: the file exists only after the build.
await import(new URL('../build/stage.js', import.meta.url).href);
