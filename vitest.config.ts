/** Two suites: `unit` is pure and fast, `e2e` runs the real parts. */
import { defineConfig } from 'vitest/config';

const pure = ['src/**/*.test.ts', 'web/**/*.test.ts', 'stage/**/*.test.ts', 'test/architecture/**/*.test.ts'];

/** Made on request only (`node scripts/pictures.mjs`). */
const pictures = process.env['REINS_PICTURES'] ? [] : ['test/web/readme-pictures.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: pure, pool: 'threads', isolate: false, testTimeout: 30_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: ['test/architecture/**', 'test/stage/killed-run/**', 'test/golden/**', ...pictures],
          pool: 'forks',
          testTimeout: 90_000,
          hookTimeout: 90_000,
          globalSetup: ['test/sweep-stages.ts'],
        },
      },
    ],
  },
});
