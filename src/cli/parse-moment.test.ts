import { expect, test } from 'vitest';
import { parseDuration, parseEventsFrom, parseMoment } from './parse-moment.ts';

test('the start of events is a seq, now, a time ago or a date', () => {
  expect([parseEventsFrom('42'), parseEventsFrom('now')]).toEqual([42, 'now']);
  expect(parseEventsFrom('2026-01-31T10:00:00Z')).toEqual({ from: '2026-01-31T10:00:00.000Z' });
  expect(parseEventsFrom('2d')).toEqual({ from: expect.stringMatching(/^20/) });
  expect(() => parseEventsFrom('yesterday')).toThrow(/seq such as 42/);
});

test('durations and moments', () => {
  expect([parseDuration('30s'), parseDuration('5 min')]).toEqual([30_000, 300_000]);
  for (const wrong of ['0s', '5', 'soon']) expect(() => parseDuration(wrong)).toThrow(/30s/);
  expect(() => parseMoment('5')).toThrow(/time ago/);
});
