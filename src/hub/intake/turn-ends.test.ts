import { expect } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import { NOON, SESSION, storeTest as test } from '../../store/store-fixture.ts';
import { TurnEnds } from './turn-ends.ts';

const row = { source: 'transcript', at: NOON } as const;
const prompt = (id: string, position: number) =>
  ({
    ...{ ...row, type: 'prompt_submitted', key: `prompt:${id}`, item: `prompt:${id}`, position },
    ...{ prompt_id: id, uuid: id, text: id, origin: 'human', images: 0 },
  }) as Draft;
const said = (id: string, position: number) =>
  ({
    ...{ ...row, type: 'assistant_text', key: `block:${id}`, item: `block:${id}`, position },
    ...{ message_id: id, block: 0, text: 'Done.' },
  }) as Draft;
const end = (id: string) =>
  ({
    ...{ source: 'hook', at: NOON, type: 'turn_finished', key: `end:${id}`, item: `end:${id}` },
    ...{ prompt_id: id, outcome: 'completed' },
  }) as Draft;

test('the same text in an earlier turn is not the last text of this one', async ({ store }) => {
  store.add(prompt('first', 1), said('a', 2), end('first'), prompt('second', 3));
  let looks = 0;
  const ends = new TurnEnds({
    ...{ log: store.log, reader: store.reader, output: { info: () => {}, warn: () => {} } },
    readTranscript: async () => {
      if (++looks === 3) store.add(said('b', 4));
    },
  });
  await ends.logAfterText(SESSION, 'Done.', [end('second')]);
  const types = store.reader.events({ after: 0, limit: 100, sessionId: SESSION }).map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['assistant_text', 'turn_finished']);
});
