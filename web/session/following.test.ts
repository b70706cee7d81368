import { expect, test } from 'vitest';
import { Following } from './following.ts';

const [HEIGHT, WHOLE] = [100, 600];
/** The end is at 500. */
const at = (offset: number, { height = HEIGHT, whole = WHOLE } = {}) => ({ offset, height, whole });

test('follows the end until the reader leaves it, and again when they return', () => {
  const following = new Following();
  following.scrolled(at(500));
  following.scrolled(at(500, { whole: 900 }));
  expect(following.isOn).toBe(true);
  following.scrolled(at(400, { whole: 900 }));
  expect(following.isOn).toBe(false);
  following.scrolled(at(450, { whole: 900 }));
  expect(following.isOn).toBe(false);
  following.scrolled(at(500));
  expect(following.isOn).toBe(true);
});

test('a change of size does not count as leaving the end', () => {
  const following = new Following();
  following.scrolled(at(500));
  // More space, and rows below that are not scrolled to yet.
  following.scrolled(at(420, { height: 180, whole: 800 }));
  expect(following.isOn).toBe(true);
  following.moved();
  following.scrolled(at(410, { height: 180, whole: 820 }));
  expect(following.isOn).toBe(false);
});

test('the first steps away from a growing end may be short', () => {
  const following = new Following();
  following.scrolled(at(500));
  following.moved();
  following.scrolled(at(490, { whole: 610 }));
  expect(following.isOn).toBe(true);
  following.scrolled(at(480, { whole: 640 }));
  expect(following.isOn).toBe(false);
});

test('a row opened at the end stays visible until the reader jumps to the end', () => {
  const following = new Following();
  following.scrolled(at(500));
  following.opened(() => true);
  following.scrolled(at(520));
  following.scrolled(at(500));
  expect(following.isOn).toBe(false);
  following.jumped();
  expect(following.isOn).toBe(true);
});

test('or until it is closed or no longer visible', () => {
  const following = new Following();
  following.opened(() => true);
  following.closed();
  expect(following.isOn).toBe(true);

  let isSeen = true;
  following.opened(() => isSeen);
  isSeen = false;
  following.scrolled(at(900, { whole: 1000 }));
  expect(following.isOn).toBe(true);
});

test('closing a row opened away from the end does not jump to the end', () => {
  const following = new Following();
  following.scrolled(at(500));
  following.scrolled(at(100));
  following.opened(() => true);
  following.closed();
  expect(following.isOn).toBe(false);
});

test('nor does closing a row that was opened at the end and scrolled away', () => {
  const following = new Following();
  following.scrolled(at(500));
  let isSeen = true;
  following.opened(() => isSeen);
  isSeen = false;
  following.scrolled(at(100));
  following.closed();
  expect(following.isOn).toBe(false);
});
