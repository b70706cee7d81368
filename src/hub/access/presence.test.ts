import { expect, test } from 'vitest';
import { Presence } from './presence.ts';

test('only devices in the foreground count, and the last departure is reported', () => {
  const presence = new Presence();
  let deserted = 0;
  presence.onDeserted(() => deserted++);
  const enter = (id: string) => presence.enter({ id, role: 'approver' });
  const [phone, laptop, page] = [enter('phone'), enter('laptop'), enter('laptop')];
  expect([presence.isAnyoneThere(), presence.isLooking('phone')]).toEqual([false, false]);
  for (const seat of [phone, laptop, page]) seat.setForeground(true);
  phone.setForeground(true);
  expect(presence.isLooking('phone')).toBe(true);
  phone.setForeground(false);
  laptop.leave();
  laptop.leave();
  expect([presence.isLooking('phone'), presence.isLooking('laptop')]).toEqual([false, true]);
  expect([presence.isAnyoneThere(), deserted]).toEqual([true, 0]);
  page.setForeground(false);
  page.setForeground(false);
  expect([presence.isAnyoneThere(), deserted]).toEqual([false, 1]);
});

test('a viewer is present, but cannot answer', () => {
  const presence = new Presence();
  let deserted = 0;
  presence.onDeserted(() => deserted++);
  const seat = presence.enter({ id: 'wall', role: 'viewer' });
  seat.setForeground(true);
  expect([presence.isLooking('wall'), presence.isAnyoneThere()]).toEqual([true, false]);
  seat.leave();
  expect([presence.isLooking('wall'), deserted]).toEqual([false, 0]);
});

test('someone on another host of the fleet counts; only people here are reported to other hosts', () => {
  const presence = new Presence();
  const changes: string[] = [];
  presence.onHereChange(() => changes.push(presence.isAnyoneHere() ? 'here' : 'gone'));
  presence.onDeserted(() => changes.push('deserted'));
  presence.setElsewhere('laptop', true);
  expect([presence.isAnyoneThere(), presence.isAnyoneHere()]).toEqual([true, false]);
  const seat = presence.enter({ id: 'device:1', role: 'operator' });
  seat.setForeground(true);
  seat.leave();
  expect(changes).toEqual(['here', 'gone']);
  presence.setElsewhere('laptop', false);
  expect([presence.isAnyoneThere(), changes.at(-1)]).toEqual([false, 'deserted']);
});
