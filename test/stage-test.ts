/** `stageTest`: a test with its own open stage, which is closed even if the test fails or times out. */
import { test } from 'vitest';
import { type Stage, withStage } from '../stage/stage.ts';
import { keepEvidence } from './evidence.ts';

export const stageTest = test.extend<{ stage: Stage }>({
  stage: async ({ task }, use) =>
    withStage(async (stage) => {
      await use(stage);
      keepEvidence(task, stage.folder);
    }),
});
