import { expect, test } from 'vitest';
import type { UsageRow } from '../../protocol/usage.ts';
import { byMonth, costText, firstOfDays, tokensOf, withoutGaps } from './usage-rows.ts';

const row = (key: string, rest: Partial<UsageRow> = {}): UsageRow => ({
  ...{ key, messages: 1, input_tokens: 10, output_tokens: 5, cache_read_tokens: 1000, web_searches: 0 },
  ...{ cache_write_5m_tokens: 3, cache_write_1h_tokens: 2, unknown_models: [] },
  ...rest,
});

test('cache reads do not count as tokens', () => {
  expect(tokensOf(row('x'))).toBe(20);
});

test('an unknown cost is not zero', () => {
  expect(costText(row('x', { cost_usd: 1.5 }))).toBe('$1.50');
  expect(costText(row('x', { cost_usd: 1.5, unknown_models: ['new'] }))).toBe('$1.50+?');
  expect(costText(row('x', { unknown_models: ['new'] }))).toBe('unknown');
  expect(costText(row('x', { messages: 0 }))).toBe('');
});

test('includes days without usage, from the first to the last requested day', () => {
  const keys = (rows: readonly UsageRow[]) => rows.map(({ key }) => key.slice(-5));
  expect(keys(withoutGaps([row('2026-02-27'), row('2026-03-02')]))).toEqual([
    ...['02-27', '02-28', '03-01', '03-02'],
  ]);
  expect(keys(withoutGaps([row('2026-02-27')], { from: '2026-02-26', to: '2026-02-28' }))).toEqual([
    ...['02-26', '02-27', '02-28'],
  ]);
  expect(keys(withoutGaps([], { from: '2026-02-26', to: '2026-02-27' }))).toEqual(['02-26', '02-27']);
  expect(withoutGaps([])).toEqual([]);
  expect(firstOfDays(7, new Date(2026, 2, 3))).toBe('2026-02-25');
});

test('a month is the sum of its days', () => {
  const days = [row('2026-01-30', { cost_usd: 1 }), row('2026-01-31', { unknown_models: ['new'] })];
  const [january, february] = byMonth([...days, row('2026-02-01', { unknown_models: ['new'] })]);
  expect(january).toMatchObject({ key: '2026-01', input_tokens: 20, cost_usd: 1, unknown_models: ['new'] });
  expect(february).toMatchObject({ key: '2026-02', messages: 1 });
  expect(february).not.toHaveProperty('cost_usd');
});
