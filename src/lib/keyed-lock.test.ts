import { expect, test } from 'vitest';
import { KeyedLock } from './keyed-lock.ts';

test('jobs with the same key run in order; jobs with other keys do not wait', async () => {
  const lock = new KeyedLock();
  const ran: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = lock.run('a', async () => {
    await held;
    ran.push('first');
    throw new Error('first');
  });
  const second = lock.run('a', async () => void ran.push('second'));
  await lock.run('b', async () => void ran.push('other'));
  expect(ran).toEqual(['other']);
  release();
  await expect(first).rejects.toThrow('first');
  await second;
  expect(ran).toEqual(['other', 'first', 'second']);
});
