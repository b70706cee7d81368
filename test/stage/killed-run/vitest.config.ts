/** Runs the one hanging test of this folder, for leftovers.test.ts to kill. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: import.meta.dirname, include: ['hanging.test.ts'], testTimeout: 120_000, pool: 'forks' },
});
