import { expect, test } from 'vitest';
import { type MessageEvent, reduceMessage, unfinishedMessages } from './reduce-message.ts';

const AT = '2026-01-01T00:00:00.000Z';

function after(...types: (MessageEvent['type'] | [MessageEvent['type'], object])[]) {
  const events = types.map((type) => {
    const [name, facts] = typeof type === 'string' ? [type, {}] : type;
    return { type: name, message_id: 'm1', at: AT, ...facts } as unknown as MessageEvent;
  });
  const messages = events.reduce(reduceMessage, {});
  return { message: messages['m1'], isUnfinished: unfinishedMessages({ messages }).length > 0 };
}

test('a turn that ends before its prompt is accepted stays finished', () => {
  const { message, isUnfinished } = after(
    'message_queued',
    'message_delivered',
    'message_finished',
    'message_accepted',
  );
  expect(message).toMatchObject({ state: 'accepted', finished_at: AT });
  expect(isUnfinished).toBe(false);
});

test('a prompt that its session left behind has a new turn once it is delivered', () => {
  const left = ['message_queued', 'message_finished'] as const;
  expect(after(...left).isUnfinished).toBe(false);
  expect(after(...left, 'message_delivered').isUnfinished).toBe(true);
  expect(after(...left, 'message_accepted').isUnfinished).toBe(true);
});
