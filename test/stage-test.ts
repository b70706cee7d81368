/** `stageTest`: a test that gets an open stage of its own, closed again even when the test fails or times out. */
import { test } from 'vitest';
import { type Stage, withStage } from '../stage/stage.ts';

export const stageTest = test.extend<{ stage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  stage: async ({}, use) => withStage(use),
});
