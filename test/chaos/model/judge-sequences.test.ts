import { expect, test } from 'vitest';
import type { EventBody } from '../../../src/protocol/events.ts';
import { judgeSequences } from './judge-sequences.ts';
import { events, record } from './made-up-record.ts';

const body = (text: string): EventBody => ({ type: 'prompt_queued', text });
const all = events(body('one'), body('two'), body('three'));
const watch = (list: typeof all) => ({ sse: list.map((event) => ({ at: 0, event })), socket: [] });
const messages = (sse: typeof all) =>
  judgeSequences(
    record({ session: { events: all, watched: { ...watch(sse), socket: watch(all).sse } } }),
  ).map(({ message }) => message);

test('all readers have the same events', () => {
  expect(messages(all)).toEqual([]);
});

test('a gap, a repeat, another event, an early end', () => {
  const [one, two, three] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  expect(messages([one, three])).toEqual(['the watcher by SSE got seq 3 where 2 was due']);
  expect(messages([one, one, two])).toEqual(['the watcher by SSE got seq 1 where 2 was due']);
  expect(messages([one, { ...two, at: 'other' }, three])[0]).toMatch(/another event for seq 2/);
  expect(messages([one])).toEqual(['the watcher by SSE ended at seq 1, the view is at 3']);
});
