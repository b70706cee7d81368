import { expect, test } from 'vitest';
import { toJsonLine } from './events.ts';

test('prints events and hooks unchanged, on one line', () => {
  const data = '{"a":  "\u009b"}';
  expect(toJsonLine({ type: 'hook', event: { a: '\u009b' }, data }, false)).toBe(data);
  expect(toJsonLine({ type: 'hook', event: { a: '\u009b' }, data }, true)).toBe('{"a":  "\\u009b"}');
  expect(toJsonLine({ type: 'hook', event: { a: 1 }, data: '{\n"a": 1}' }, false)).toBe('{"a":1}');
});

test('prints a reset on its own line', () => {
  const event = { reason: 'unknown_epoch' };
  expect(JSON.parse(toJsonLine({ type: 'reset', event, data: JSON.stringify(event) }, false))).toEqual({
    type: 'reset',
    reset: event,
  });
});
