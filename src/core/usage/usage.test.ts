import { expect, test } from 'vitest';
import type { TokenSums } from '../../protocol/usage.ts';
import { costOf, priceOf } from './cost-of.ts';
import { fromDay, LocalDays } from './local-days.ts';
import { makeUsageReport, type UsageSum } from './make-usage-report.ts';
import { MODEL_PRICES, PRICES_OF } from './model-prices.ts';

const tokens = (facts: Partial<TokenSums> = {}): TokenSums => ({
  ...{ messages: 1, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0 },
  ...{ cache_write_5m_tokens: 0, cache_write_1h_tokens: 0, web_searches: 0 },
  ...facts,
});
const sum = (key: string, facts: Partial<TokenSums>, more: Partial<UsageSum> = {}): UsageSum => ({
  ...{ key, model: 'claude-opus-5-5', isAgent: false, isLong: false, tokens: tokens(facts) },
  ...more,
});
const M = 1_000_000;

test('every kind of token has a price, and an unknown model has none', () => {
  const one = tokens({ input_tokens: M, output_tokens: M, cache_read_tokens: M });
  expect(costOf('claude-opus-5-5', one, false)).toBeCloseTo(4 + 20 + 0.2, 9);
  expect(costOf('claude-opus-5-5', one, true)).toBeCloseTo(24.2, 9);
  expect(costOf('claude-haiku-5-5', one, true)).toBeCloseTo(5 * 0.61, 9);
  const written = tokens({ cache_write_5m_tokens: M, cache_write_1h_tokens: M, web_searches: 3 });
  expect(costOf('claude-sonnet-4-5', written, false)).toBeCloseTo(3.75 + 6 + 0.03, 9);
  expect(costOf('claude-unheard-of-9', one, false)).toBeUndefined();
  expect(costOf('gpt-5', one, false)).toBeUndefined();
});

test.each([
  ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
  ['claude-opus-4@20250514', 'claude-opus-4'],
  ['claude-opus-5-5[1m]', 'claude-opus-5-5'],
])('%s is %s', (model, name) => {
  expect(priceOf(model)).toBe(MODEL_PRICES[name]);
  expect(priceOf(model)).toBeDefined();
});

test('days follow the time zone, even with a quarter-hour offset and when the clock changes', () => {
  const day = (zone: string, moment: string) => fromDay(new LocalDays(zone).dayOf(Date.parse(moment)));
  expect(day('Europe/Berlin', '2026-01-01T22:59:59.999Z')).toBe('2026-01-01');
  expect(day('Europe/Berlin', '2026-01-01T23:00:00.000Z')).toBe('2026-01-02');
  // Clocks go forward on March 29.
  expect(day('Europe/Berlin', '2026-03-28T23:00:00.000Z')).toBe('2026-03-29');
  expect(day('Europe/Berlin', '2026-03-29T21:59:59.999Z')).toBe('2026-03-29');
  expect(day('Europe/Berlin', '2026-03-29T22:00:00.000Z')).toBe('2026-03-30');
  expect(day('Asia/Kathmandu', '2026-01-01T18:14:59.999Z')).toBe('2026-01-01');
  expect(day('Asia/Kathmandu', '2026-01-01T18:15:00.000Z')).toBe('2026-01-02');
  expect(new LocalDays('UTC').dayOf(Number.NaN)).toBe(0);
});

test('a report by day counts every token once, in order, with the cost including subagents', () => {
  const report = makeUsageReport(
    [
      sum('2026-01-02', { input_tokens: M }),
      sum('2026-01-01', { output_tokens: M }, { isAgent: true }),
      sum('2026-01-01', { input_tokens: M, messages: 2 }, { model: 'claude-new' }),
    ],
    { group: 'day', timeZone: 'UTC', isComplete: true, limit: 100 },
  );
  expect(report).toMatchObject({
    ...{ group: 'day', tz: 'UTC', prices_of: PRICES_OF, is_complete: true },
    items: [
      {
        ...{ key: '2026-01-01', messages: 3, input_tokens: M, output_tokens: M },
        ...{ cost_usd: 20, agents_cost_usd: 20, unknown_models: ['claude-new'] },
      },
      { key: '2026-01-02', messages: 1, cost_usd: 4, unknown_models: [] },
    ],
    total: { messages: 4, input_tokens: 2 * M, cost_usd: 24, unknown_models: ['claude-new'] },
  });
  expect(report.items[1]).not.toHaveProperty('agents_cost_usd');
});

test('unknown values are not zero', () => {
  const only = makeUsageReport([sum('claude-new', { input_tokens: 5 }, { model: 'claude-new' })], {
    ...{ group: 'model', timeZone: 'UTC', isComplete: true, limit: 100 },
  });
  expect(only.items[0]).toMatchObject({ key: 'claude-new', input_tokens: 5, unknown_models: ['claude-new'] });
  expect(only.items[0]).not.toHaveProperty('cost_usd');
  expect(only.total).not.toHaveProperty('cost_usd');
});

test('splits the cost of a message evenly among its tools and keeps the total', () => {
  const { items, total } = makeUsageReport(
    [
      sum('Bash,Read', { output_tokens: 100_000 }),
      sum('Bash', { output_tokens: 50_000 }),
      sum('', { output_tokens: 10 }),
    ],
    { group: 'tool', timeZone: 'UTC', isComplete: false, limit: 100 },
  );
  expect(items.map(({ key, output_tokens, cost_usd }) => [key, output_tokens, cost_usd])).toEqual([
    ['Bash', 100_000, 2],
    ['Read', 50_000, 1],
    ['', 10, 0.0002],
  ]);
  expect(total).toMatchObject({ output_tokens: 150_010, cost_usd: 3.0002 });
});

test('limits the rows to the most expensive ones', () => {
  const sums = Array.from({ length: 50 }, (_, index) => sum(`/p${index}`, { output_tokens: index }));
  const options = { group: 'project', timeZone: 'UTC', isComplete: true, limit: 2 } as const;
  const { items, left_out, total } = makeUsageReport(sums, options);
  expect(items.map(({ key }) => key)).toEqual(['/p49', '/p48']);
  expect([left_out, total.messages]).toEqual([48, 50]);
});
