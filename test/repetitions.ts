/** How often a repeated test runs: a few times in `npm test`, many times in `npm run test:long`. */

export function repetitions({ short, long }: { short: number; long: number }): number[] {
  const count = process.env['REINS_TEST_LONG'] === '1' ? long : short;
  return Array.from({ length: count }, (_, index) => index + 1);
}
