/** Two suites: `unit` is pure and fast, `e2e` runs the real parts. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patienceMs, stretchPatience, testLimitMs } from './stage/patience.ts';
import { ChaosFirst } from './test/chaos-first.ts';

/** The plans of chaos runs and the model that judges them: pure, though they serve an end-to-end test. */
const chaosModel = ['test/chaos/plan/**/*.test.ts', 'test/chaos/model/**/*.test.ts'];
const pure = [
  ...['src/**/*.test.ts', 'web/**/*.test.ts', 'stage/**/*.test.ts', 'test/architecture/**/*.test.ts'],
  ...chaosModel,
];

/** Made on request only (`node scripts/pictures.mjs`, `node scripts/slack-pictures.mjs`). */
const pictures = process.env['REINS_PICTURES']
  ? []
  : ['test/web/readme-pictures.test.ts', 'test/web/readme-recording.test.ts', 'test/slack/pictures.test.ts'];

/** Delays in everything that tests start, if the run wants them. Workers inherit it. */
const preload = process.env['STAGE_JITTER'] && join(import.meta.dirname, 'test/jitter.cjs');
if (preload) process.env['STAGE_PRELOAD'] = preload;

// Before the suite itself makes the machine busy; workers inherit what was measured.
stretchPatience();

export default defineConfig({
  test: {
    sequence: { sequencer: ChaosFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: pure,
          pool: 'threads',
          isolate: false,
          // One more than cores: some tests wait for a timer or the disk. Vitest's default leaves a core unused.
          maxWorkers: availableParallelism() + 1,
          testTimeout: patienceMs(),
          setupFiles: ['test/fast-check-seed.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...['test/architecture/**', 'test/stage/killed-run/**', 'test/golden/**'],
            ...chaosModel,
            ...pictures,
          ],
          pool: 'forks',
          isolate: false,
          execArgv: preload ? ['--require', preload] : [],
          // Tests wait for other processes most of the time.
          maxWorkers: 3 * availableParallelism(),
          // After the unit tests: projects with different numbers of workers cannot run together.
          sequence: { groupOrder: 1 },
          testTimeout: testLimitMs(),
          hookTimeout: testLimitMs(),
          globalSetup: ['test/sweep-stages.ts'],
        },
      },
    ],
  },
});
