import { expect, test } from 'vitest';
import { KeyedLock } from './keyed-lock.ts';

test('jobs of one key follow each other, those of another key do not wait', async () => {
  const lock = new KeyedLock();
  const told: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = lock.run('a', async () => {
    await held;
    told.push('first');
    throw new Error('first');
  });
  const second = lock.run('a', async () => void told.push('second'));
  await lock.run('b', async () => void told.push('other'));
  expect(told).toEqual(['other']);
  release();
  await expect(first).rejects.toThrow('first');
  await second;
  expect(told).toEqual(['other', 'first', 'second']);
});
