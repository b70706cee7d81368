import { expect, test } from 'vitest';
import type { UsageReport, UsageRow } from '../../protocol/usage.ts';
import { mergeUsageReports } from './merge-usage-reports.ts';
import { NO_TOKENS } from './usage-rows.ts';

const row = (key: string, cost_usd: number, rest: Partial<UsageRow> = {}): UsageRow => ({
  ...{ ...NO_TOKENS, key, cost_usd, messages: 1, unknown_models: [], ...rest },
});

const report = (group: UsageReport['group'], items: UsageRow[]): UsageReport => {
  const sum = (of: (one: UsageRow) => number) => items.map(of).reduce((a, b) => a + b, 0);
  const total = { messages: sum((one) => one.messages), cost_usd: sum((one) => one.cost_usd ?? 0) };
  return {
    ...{ group, tz: 'UTC', items, left_out: 0, prices_of: '2026-01-01', is_complete: true },
    total: { ...NO_TOKENS, unknown_models: [], ...total },
  };
};

test('the same day on two hosts is one row, and the total is that of both', () => {
  const merged = mergeUsageReports(
    [report('day', [row('2026-01-02', 0.2), row('2026-01-03', 1)]), report('day', [row('2026-01-02', 0.1)])],
    1,
  );
  expect(merged.items.map(({ key, cost_usd, messages }) => [key, cost_usd, messages])).toEqual([
    ['2026-01-02', 0.3, 2],
    ['2026-01-03', 1, 1],
  ]);
  expect(merged.total).toMatchObject({ messages: 3, cost_usd: 1.3 });
});

test('sessions of different hosts stay apart, the most expensive first; others are counted', () => {
  const merged = mergeUsageReports(
    [
      report('session', [row('s', 1, { host: 'home' })]),
      report('session', [row('s', 2, { host: 'laptop' }), row('t', 3, { host: 'laptop' })]),
    ],
    2,
  );
  expect(merged.items.map(({ key, host }) => [key, host])).toEqual([
    ['t', 'laptop'],
    ['s', 'laptop'],
  ]);
  expect(merged.left_out).toBe(1);
});
