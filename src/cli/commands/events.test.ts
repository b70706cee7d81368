import { expect, test } from 'vitest';
import { toJsonLine } from './events.ts';

test('events and hooks stay as they came, on one line', () => {
  const data = '{"a":  "\u009b"}';
  expect(toJsonLine({ type: 'hook', event: { a: '\u009b' }, data }, false)).toBe(data);
  expect(toJsonLine({ type: 'hook', event: { a: '\u009b' }, data }, true)).toBe('{"a":  "\\u009b"}');
  expect(toJsonLine({ type: 'hook', event: { a: 1 }, data: '{\n"a": 1}' }, false)).toBe('{"a":1}');
});

test('a reset is a line of its own', () => {
  const event = { reason: 'unknown_epoch' };
  expect(JSON.parse(toJsonLine({ type: 'reset', event, data: JSON.stringify(event) }, false))).toEqual({
    type: 'reset',
    reset: event,
  });
});
