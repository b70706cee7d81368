import { expect, test } from 'vitest';
import { Presence } from './presence.ts';

test('only what is in the foreground counts, and the last to leave is told of', () => {
  const presence = new Presence();
  let deserted = 0;
  presence.onDeserted(() => deserted++);
  const [phone, laptop, page] = [presence.enter('phone'), presence.enter('laptop'), presence.enter('laptop')];
  expect(presence.isAnyoneThere()).toBe(false);
  for (const seat of [phone, laptop, page]) seat.setForeground(true);
  phone.setForeground(true);
  expect(presence.devices()).toEqual(['phone', 'laptop']);
  phone.setForeground(false);
  laptop.leave();
  laptop.leave();
  expect([presence.isAnyoneThere(), deserted]).toEqual([true, 0]);
  page.setForeground(false);
  page.setForeground(false);
  expect([presence.isAnyoneThere(), deserted]).toEqual([false, 1]);
});
