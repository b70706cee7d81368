/**
 * Rounds of random input, each drawn from its own seed. `npm test` performs one round with a fixed seed, `npm run fuzz` as
 * many as its time allows; `REINS_SEED` sets the first seed.
 */
import { expect, test } from 'vitest';
import { patienceMs } from '../../stage/patience.ts';

const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0);
const FIRST_SEED = Number(process.env['REINS_SEED'] || 1);
/** After this many failures, a target needs no more examples. */
const MAX_FINDINGS = 10;

export interface Round {
  /** The number of inputs tried. */
  readonly cases: number;
  /** The failures, one text each. */
  readonly findings: readonly string[];
}

/** `play` must draw everything random from the seed. A round that throws counts as a finding. */
export function fuzz(name: string, play: (seed: number) => Round | Promise<Round>): void {
  test(name, { timeout: SECONDS * 1000 + 2 * patienceMs() }, async () => {
    const deadline = performance.now() + SECONDS * 1000;
    const findings: string[] = [];
    let cases = 0;
    let seed = FIRST_SEED;
    do {
      const round = await playSafely(play, seed);
      cases += round.cases;
      findings.push(...round.findings.map((finding) => `REINS_SEED=${seed} ${finding}`));
      seed++;
    } while (performance.now() < deadline && findings.length < MAX_FINDINGS);
    console.log(
      `fuzz ${name}: ${cases} cases, seeds ${FIRST_SEED} to ${seed - 1}, ${findings.length} findings`,
    );
    expect(findings).toEqual([]);
  });
}

async function playSafely(play: (seed: number) => Round | Promise<Round>, seed: number): Promise<Round> {
  try {
    return await play(seed);
  } catch (error) {
    return { cases: 1, findings: [(error as Error).stack ?? String(error)] };
  }
}
