import { expect, test } from 'vitest';
import { readMoment } from './read-moment.ts';

const NOW = Date.parse('2026-01-10T12:00:00.000Z');

test.each([
  ['2d', '2026-01-08T12:00:00.000Z'],
  ['3 h', '2026-01-10T09:00:00.000Z'],
  ['30min', '2026-01-10T11:30:00.000Z'],
  ['1w', '2026-01-03T12:00:00.000Z'],
  ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31', new Date('2026-01-31T00:00').toISOString()],
  ['yesterday', undefined],
  ['5', undefined],
  ['2y', undefined],
  ['2026-13-40', undefined],
  ['99999999999999w', undefined],
])('%s', (text, moment) => {
  expect(readMoment(text, NOW)).toBe(moment);
});
