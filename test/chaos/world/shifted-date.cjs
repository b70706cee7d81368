/**
 * Loaded into the hub, its runners and Claude Code before anything else: moves their clock by the seconds that a file says. Only
 * `Date` is moved; timers and the monotonic clock stay as they are, as they do when the clock of a machine is set.
 */
const { readFileSync } = require('node:fs');

/** How long a look at the file is good for. */
const LOOK_MS = 10;
const RealDate = Date;
const file = process.env['CHAOS_CLOCK'] ?? '';
let lookedAt = Number.NEGATIVE_INFINITY;
let shiftMs = 0;

function now() {
  if (performance.now() - lookedAt > LOOK_MS) {
    lookedAt = performance.now();
    try {
      shiftMs = 1000 * Number(readFileSync(file, 'utf8'));
    } catch {
      shiftMs = 0;
    }
  }
  return RealDate.now() + shiftMs;
}

// A proxy keeps everything else of Date as it is, calls without `new` included.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
