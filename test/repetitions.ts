/** How much of the suite runs: `npm test` runs the short version, `npm run test:long` the long one. */

/** For tests that only the long run includes: `test.runIf(isLong)`. */
export const isLong = process.env['REINS_TEST_LONG'] === '1';

/** How often a repeated test runs. */
export function repetitions({ short, long }: { short: number; long: number }): number[] {
  return Array.from({ length: isLong ? long : short }, (_, index) => index + 1);
}
