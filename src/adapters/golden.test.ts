/**
 * The adapters' facts for recordings of the real CLI: input next to the expected facts, one folder per
 * recording.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { EVENTS } from '../protocol/events.ts';
import { golden, readRecording } from './golden/read-recording.ts';

test.for(readdirSync(golden, { withFileTypes: true }).filter((entry) => entry.isDirectory()))(
  '$name',
  async ({ name }) => {
    for (const { source, steps } of readRecording(name)) {
      const facts = steps.flatMap((step) => step().flatMap(({ drafts }) => drafts)).map(withoutRaw);
      for (const fact of facts) EVENTS[fact.type].schema.parse(fact);
      await expect(`${JSON.stringify(facts, null, 1)}\n`).toMatchFileSnapshot(
        join(golden, name, `${source}.facts.json`),
      );
    }
  },
);

test('rows with system prompts or requests leave no trace', () => {
  const steps = readRecording('tools-and-asks').flatMap((source) => source.steps);
  const types = steps.flatMap((step) => step().flatMap(({ drafts }) => drafts)).map(({ type }) => type);
  expect(types).not.toContain('row_kept');
});

function withoutRaw({ raw: _, ...draft }: Draft): Omit<Draft, 'raw'> {
  return draft as Omit<Draft, 'raw'>;
}
