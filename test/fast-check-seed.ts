/**
 * Setup of the unit tests: makes random tests repeatable. A property that fails prints its seed, and with that seed in
 * `REINS_SEED` every property generates the same values again.
 */
import fc from 'fast-check';

const given = process.env['REINS_SEED'];
if (given !== undefined && given !== '') {
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`REINS_SEED must be an integer, not ${given}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
