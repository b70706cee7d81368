/**
 * Makes some inputs and outputs of a process late, so that a test that relies on the usual order of events fails soon and
 * not once in a hundred runs. Loaded into hubs, CLI commands, test workers and Claude Code if STAGE_JITTER is set: to
 * delays in milliseconds such as `rows=1000,read=150`, or to `random`: then each process draws its own, and notes them in the
 * output folder of its stage.
 */
const fs = require('node:fs');
const http = require('node:http');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');
const { join } = require('node:path');

/** To draw from: below the second after which a hook no longer waits for a hub. */
const DELAYS_MS = [0, 0, 20, 150, 400];
const given = process.env['STAGE_JITTER'] ?? '';
/** @type {string[]} */
const notes = [];

/**
 * Replaces a method by one that starts later, for the calls that `isMeant` selects.
 * @param {string} what
 * @param {any} owner
 * @param {string[]} names
 * @param {(self: any, args: any[]) => boolean} isMeant
 */
function delay(what, owner, names, isMeant = () => true) {
  const [, fixed = 0] = new RegExp(`\\b${what}=(\\d+)`).exec(given) ?? [];
  const ms = Number(given === 'random' ? DELAYS_MS[Math.floor(Math.random() * DELAYS_MS.length)] : fixed);
  notes.push(`${what}=${ms}`);
  if (ms === 0) return;
  for (const name of names) {
    const original = owner[name];
    owner[name] = /** @this {any} @param {any[]} args */ function (...args) {
      if (!isMeant(this, args)) return original.apply(this, args);
      // Equal delays keep the order. A promise is also the `true` that some callers expect.
      return new Promise((resolve) => setTimeout(() => resolve(original.apply(this, args)), ms));
    };
  }
}

if (process.versions['bun']) {
  const isFile =
    (/** @type {RegExp} */ pattern) =>
    (/** @type {any} */ _, /** @type {any[]} */ [path]) =>
      pattern.test(path);
  delay('rows', fs.promises, ['appendFile'], isFile(/\.jsonl$/));
  delay('registry', fs.promises, ['writeFile'], isFile(/\/sessions\/\d+\.json$/));
} else {
  delay('request', http.Server.prototype, ['emit'], (_, [event]) => event === 'request');
  delay('read', net.Socket.prototype, ['push']);
  delay('write', net.Socket.prototype, ['_write', '_writev'], ({ server }) => server !== undefined);
  const { watch } = fs;
  const listeners = {
    call: (/** @type {Function} */ listener, /** @type {unknown[]} */ args) => listener(...args),
  };
  delay('watch', listeners, ['call']);
  fs.watch = /** @type {any} */ (
    (/** @type {any} */ folder, /** @type {any} */ options, /** @type {Function} */ listener) =>
      watch(folder, options, (...args) => listeners.call(listener, args))
  );
  syncBuiltinESMExports();
}

const folder = process.env['STAGE_FOLDER'];
if (folder && fs.existsSync(folder)) {
  fs.mkdirSync(join(folder, 'output'), { recursive: true });
  const command = process.argv.slice(2, 4).join(' ');
  fs.appendFileSync(join(folder, 'output', 'jitter.log'), `${process.pid} ${command}: ${notes.join(' ')}\n`);
}
