import { expect, test } from 'vitest';
import { Following } from './following.ts';

test('stays at the end until the reader leaves it, and again when they are back', () => {
  const following = new Following();
  following.scrolled(500, true);
  following.scrolled(500, false);
  expect(following.isOn).toBe(true);
  following.scrolled(400, false);
  expect(following.isOn).toBe(false);
  following.scrolled(450, false);
  expect(following.isOn).toBe(false);
  following.scrolled(500, true);
  expect(following.isOn).toBe(true);
});

test('what is opened at the end stays on the screen, also near the end, until the end is asked for', () => {
  const following = new Following();
  following.scrolled(500, true);
  following.opened(() => true);
  following.scrolled(520, true);
  following.scrolled(500, true);
  expect(following.isOn).toBe(false);
  following.jumped();
  expect(following.isOn).toBe(true);
});

test('or until it is closed, or no longer seen', () => {
  const following = new Following();
  following.opened(() => true);
  following.closed();
  expect(following.isOn).toBe(true);

  let isSeen = true;
  following.opened(() => isSeen);
  isSeen = false;
  following.scrolled(900, true);
  expect(following.isOn).toBe(true);
});

test('who has left the end is not taken back by closing what was opened elsewhere', () => {
  const following = new Following();
  following.scrolled(500, true);
  following.scrolled(100, false);
  following.opened(() => true);
  following.closed();
  expect(following.isOn).toBe(false);
});

test('nor by closing what was opened at the end and scrolled away', () => {
  const following = new Following();
  following.scrolled(500, true);
  let isSeen = true;
  following.opened(() => isSeen);
  isSeen = false;
  following.scrolled(100, false);
  following.closed();
  expect(following.isOn).toBe(false);
});
