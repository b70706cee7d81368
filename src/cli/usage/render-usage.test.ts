import { expect, test } from 'vitest';
import { textWidth } from '../../lib/text-width.ts';
import type { UsageReport, UsageRow } from '../../protocol/usage.ts';
import { choosePeriod } from '../commands/usage.ts';
import { PLAIN } from '../terminal/style.ts';
import { renderUsage } from './render-usage.ts';

const row = (key: string, facts: Partial<UsageRow> = {}): UsageRow => ({
  ...{ key, messages: 12, input_tokens: 1234, output_tokens: 56_789, cache_read_tokens: 12_345_678 },
  ...{ cache_write_5m_tokens: 400_000, cache_write_1h_tokens: 99_600, web_searches: 0, unknown_models: [] },
  cost_usd: 1.5,
  ...facts,
});
const { key: _, ...TOTAL } = row('');
const report = (items: UsageRow[], facts: Partial<UsageReport> = {}): UsageReport => ({
  ...{
    group: 'day',
    tz: 'UTC',
    items,
    left_out: 0,
    total: TOTAL,
    prices_of: '2026-11-16',
    is_complete: true,
  },
  ...facts,
});
const VIEW = { width: 80, period: 'the last 30 days' };

test('shows unused kinds as 0 in the total', () => {
  const total = { ...TOTAL, cache_read_tokens: 0, cache_write_5m_tokens: 0, cache_write_1h_tokens: 0 };
  const text = renderUsage(report([row('2026-01-01')], { total }), PLAIN, VIEW);
  expect(text).toContain('1.2k input, 0 written to the cache, 0 read from it, 56.8k output (tokens)');
});

test('shows a bar for each day, including unused days, and the total', () => {
  const text = renderUsage(report([row('2026-01-01', { cost_usd: 3 }), row('2026-01-04')]), PLAIN, VIEW);
  expect(text.split('\n')).toEqual([
    'Usage of the last 30 days, by day',
    '',
    'DAY                            COST  INPUT  CACHE W  CACHE R  OUTPUT',
    '2026-01-01  ████████████████  $3.00   1.2k     500k    12.3M   56.8k',
    '2026-01-02',
    '2026-01-03',
    '2026-01-04  ████████          $1.50   1.2k     500k    12.3M   56.8k',
    '',
    'Total $1.50, 12 messages',
    '1.2k input, 500k written to the cache, 12.3M read from it, 56.8k output (tokens)',
    'API prices of 2026-11-16; subscriptions are billed differently.',
  ]);
});

test('marks unknown costs, and a total that lacks them', () => {
  const { cost_usd: _cost, ...free } = row('claude-new-1', { unknown_models: ['claude-new-1'] });
  const partly = { ...TOTAL, unknown_models: ['claude-new-1'], agents_cost_usd: 0.25 };
  const text = renderUsage(
    report([row('claude-opus-5-5'), free], { group: 'model', total: partly }),
    PLAIN,
    VIEW,
  );
  expect(text).toMatch(/unknown .* new-1$/m);
  expect(text).toContain('Total $1.50+?, including $0.25 by subagents');
  expect(text).toContain('The price of claude-new-1 is unknown');
});

test('fits the terminal, and neutralizes escape sequences in names', () => {
  const long = row('/home/me/\u001b[2Ja/very/long/path/'.repeat(8));
  for (const group of ['project', 'session', 'tool', 'model'] as const) {
    for (const width of [60, 80, 120]) {
      const text = renderUsage(report([long], { group, left_out: 3, is_complete: false }), PLAIN, {
        ...VIEW,
        width,
      });
      expect(text).not.toContain('\u001b');
      const table = text.split('\n').slice(2, 4);
      for (const line of table) expect(textWidth(line), line).toBeLessThanOrEqual(width);
    }
  }
});

test('shows that nothing was used', () => {
  expect(renderUsage(report([]), PLAIN, VIEW)).toContain('No usage.');
});

test('the default period is the last 30 calendar days', () => {
  const now = new Date(2026, 2, 15, 0, 30);
  expect(choosePeriod({}, now)).toEqual({ since: '2026-02-14', period: 'the last 30 days' });
  expect(choosePeriod({ days: 1 }, now)).toEqual({ since: '2026-03-15', period: 'today' });
  expect(choosePeriod({ all: true }, now)).toEqual({ period: 'all time' });
  expect(choosePeriod({ since: '2026-01-01' }, now)).toEqual({
    since: '2026-01-01',
    period: 'everything since 2026-01-01',
  });
});
