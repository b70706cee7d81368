import { expect, test } from 'vitest';
import { HookOrder } from './hook-order.ts';

async function arrive(...orders: (number | undefined)[]) {
  const line = new HookOrder();
  const released: (number | undefined)[] = [];
  const times = await Promise.all(
    orders.map(async (order) => {
      const at = await line.turn('session', order);
      released.push(order);
      return at;
    }),
  );
  return { released, times: times.sort((a, b) => a - b) };
}

test('hooks that overtook each other go in the order in which they began', async () => {
  const { released, times } = await arrive(12, 10, 15, 11, 14);
  expect(released).toEqual([10, 11, 12, 14, 15]);
  expect(new Set(times).size).toBe(5);
});

test('numbers that begin again are later ones', async () => {
  expect((await arrive(301, 32_760, 300, 32_767)).released).toEqual([32_760, 32_767, 300, 301]);
});

test('what brings no number does not wait', async () => {
  expect((await arrive(12, undefined, 10)).released).toEqual([undefined, 10, 12]);
});
