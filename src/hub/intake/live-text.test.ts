import { expect } from 'vitest';
import { OTHER, SESSION, storeTest as test, text } from '../../store/store-fixture.ts';
import { LiveText } from './live-text.ts';

const ITEM = 'block:m:0';
const piece = (
  words: string,
  about: { item?: string; sessionId?: string; type?: 'thinking_delta' } = {},
) => ({
  ...{ type: 'text_delta' as const, sessionId: SESSION, item: ITEM, text: words },
  ...about,
});
const itemEvent = (item = ITEM) => text(item, { key: item, item });

test('each reader gets what is new to it, and a late one gets everything', ({ store }) => {
  const live = new LiveText(store.log, store.reader);
  let woken = 0;
  const early = live.follow(SESSION, () => woken++);
  live.add(piece('Hel'));
  expect(early.take()).toMatchObject([
    { type: 'text_delta', session_id: SESSION, item: ITEM, offset: 0, text: 'Hel' },
  ]);
  live.add(piece('lo'));
  live.add(piece(' you'));
  expect(woken).toBe(3);
  expect(early.take()).toMatchObject([{ offset: 3, text: 'lo you' }]);
  expect(early.take()).toEqual([]);
  const late = live.follow(undefined, () => {});
  expect(late.take()).toMatchObject([{ offset: 0, text: 'Hello you' }]);
  expect(live.current(SESSION)).toMatchObject({ item: ITEM, text: 'Hello you' });
});

test('readers get nothing of other sessions, and nothing after they leave', ({ store }) => {
  const live = new LiveText(store.log, store.reader);
  let woken = 0;
  const reader = live.follow(OTHER, () => woken++);
  live.add(piece('here'));
  expect([woken, reader.take()]).toEqual([0, []]);
  live.add(piece('there', { sessionId: OTHER }));
  reader.close();
  live.add(piece('!', { sessionId: OTHER }));
  expect(woken).toBe(1);
});

test("the item's event ends it: later pieces are dropped", ({ store }) => {
  const live = new LiveText(store.log, store.reader);
  const reader = live.follow(SESSION, () => {});
  live.add(piece('Hello'));
  store.add(itemEvent());
  expect(reader.take()).toEqual([]);
  live.add(piece(' there'));
  expect(reader.take()).toEqual([]);
  expect(live.current(SESSION)).toBeUndefined();
  live.add(piece('Next', { item: 'block:m:1' }));
  expect(reader.take()).toMatchObject([{ item: 'block:m:1', offset: 0, text: 'Next' }]);
});

test('a block that is logged before its first piece arrives only as an event', ({ store }) => {
  store.add(itemEvent());
  const live = new LiveText(store.log, store.reader);
  live.add(piece('Hello'));
  expect(live.follow(SESSION, () => {}).take()).toEqual([]);
});

test('blocks keep their order; thoughts are streamed but are not an answer', ({ store }) => {
  const live = new LiveText(store.log, store.reader);
  live.add(piece('Hm.', { type: 'thinking_delta' }));
  expect(live.current(SESSION)).toBeUndefined();
  live.add(piece('Well', { item: 'block:m:1' }));
  const reported = live.follow(SESSION, () => {}).take();
  expect(reported.map(({ type, text: words }) => [type, words])).toEqual([
    ['thinking_delta', 'Hm.'],
    ['text_delta', 'Well'],
  ]);
  live.clear(SESSION);
  expect(live.current(SESSION)).toBeUndefined();
});

test('memory is bounded: very long text arrives with its event', ({ store }) => {
  const live = new LiveText(store.log, store.reader);
  const reader = live.follow(SESSION, () => {});
  const long = 'x'.repeat(600_000);
  for (let count = 0; count < 5; count++) live.add(piece(long));
  expect(reader.take()[0]?.text.length).toBe(1_200_000);
  for (let block = 1; block < 100; block++) live.add(piece('y', { item: `block:m:${block}` }));
  expect(live.follow(SESSION, () => {}).take().length).toBeLessThan(50);
});
