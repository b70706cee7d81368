import { expect, test } from 'vitest';
import { NextMessage } from './next-message.ts';

test('the oldest request gets the next message, which then is not a prompt', async () => {
  const words = new NextMessage();
  const { signal } = new AbortController();
  const first = words.want(signal);
  const second = words.want(signal);
  expect(words.take('  ')).toBe(false);
  expect(words.take('blue')).toBe(true);
  expect(words.take('red')).toBe(true);
  expect(await Promise.all([first, second])).toEqual(['blue', 'red']);
  expect(words.take('a prompt')).toBe(false);
});

test('a request that is over or cancelled gets no message', async () => {
  const words = new NextMessage();
  const [over, givenUp] = [new AbortController(), new AbortController()];
  const first = words.want(over.signal);
  over.abort(new Error('over'));
  await expect(first).rejects.toThrow('over');
  const second = words.want(givenUp.signal);
  words.forget();
  expect(words.take('a prompt')).toBe(false);
  givenUp.abort(new Error('over'));
  await expect(second).rejects.toThrow('over');
});
