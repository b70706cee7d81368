/** `npm run record`: plays the golden scenes with the real CLI and records its output. Not part of the tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { root: import.meta.dirname, include: ['record*.test.ts'], testTimeout: 120_000, pool: 'forks' },
});
