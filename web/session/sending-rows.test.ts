import { expect, test } from 'vitest';
import type { Message } from '../../src/protocol/messages.ts';
import type { Waiting } from '../../src/sdk/outbox.ts';
import { sendingRows } from './sending-rows.ts';

const message = (text: string, about: Partial<Message> = {}) =>
  ({ message_id: text, text, state: 'queued', when: 'queue', place: 1, ...about }) as Message;
const leaving = (text: string) =>
  ({ outgoing: { message_id: text, text, pictures: [] }, state: 'quick' }) as unknown as Waiting;
const shown = (...args: Parameters<typeof sendingRows>) =>
  sendingRows(...args).map(({ text, note }) => `${text}: ${note}`);

test('a prompt is shown from the tap until the turn takes it', () => {
  const view = { messages: [], queue: [], status: 'working' as const };
  expect(shown(view, [leaving('a')])).toEqual(['a: on its way']);
  const steered = message('a', { when: 'steer' });
  expect(shown({ ...view, messages: [steered] }, [leaving('a')])).toEqual(['a: on its way']);
  const delivered = { ...steered, state: 'delivered' as const };
  expect(shown({ ...view, messages: [delivered], queue: ['a'] }, [])).toEqual(['a: on its way']);
  const accepted = { ...steered, state: 'accepted' as const };
  expect(shown({ ...view, messages: [accepted], queue: ['a'] }, [])).toEqual(['a: Claude reads this next']);
  expect(shown({ ...view, messages: [accepted] }, [])).toEqual([]);
});

test('a prompt that waits for its turn is not on its way', () => {
  const view = { messages: [message('a')], queue: [], status: 'working' as const };
  expect(shown(view, [])).toEqual([]);
  expect(shown({ ...view, status: 'idle' }, [])).toEqual(['a: on its way']);
  expect(shown({ ...view, status: 'idle', messages: [message('a', { blocked_by: 'dialog' })] }, [])).toEqual(
    [],
  );
});
