import { expect, test } from 'vitest';
import { judgeView } from './judge-view.ts';
import { events, opened, record } from './made-up-record.ts';

const session = {
  events: events(opened, {
    ...{ type: 'assistant_text', message_id: 'm', block: 0, text: 'Hello.', item: 'block:m:0', position: 1 },
  }),
};

test('a view that equals the rebuilt one', () => {
  expect(judgeView(record({ session }))).toEqual([]);
});

test('a field or an item that differs', () => {
  const good = record({ session });
  const [one] = good.sessions;
  const view = { ...one?.view, open_interactions: 0 } as NonNullable<typeof one>['view'];
  const found = judgeView(record({ session: { ...session, view, items: [] } })).map(({ message }) => message);
  expect(found).toEqual([
    'open_interactions is 0, rebuilt it is 1',
    expect.stringMatching(/^item block:m:0 is undefined/),
  ]);
});
