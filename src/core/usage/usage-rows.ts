/** Rows of a usage report as every screen shows them: tokens, cost as text, days without gaps. Pure. */

import type { TokenSums, UsageRow } from '../../protocol/usage.ts';
import { t } from '../translate.ts';
import { addSums } from './add-sums.ts';
import { moneyText } from './money.ts';

type Sums = Omit<UsageRow, 'key'>;

/**
 * Tokens that the model read for the first time or wrote. Cache reads are separate: they are many times more,
 * and cheap.
 */
export function tokensOf(row: Sums): number {
  return row.input_tokens + writtenTokens(row) + row.output_tokens;
}

/** Cache writes for five minutes or an hour. */
export function writtenTokens(row: Sums): number {
  return row.cache_write_5m_tokens + row.cache_write_1h_tokens;
}

/** Marks a sum that leaves something out. */
export function costText({ cost_usd, unknown_models, messages }: Sums): string {
  if (cost_usd === undefined) return messages === 0 ? '' : t('unknown');
  const text = moneyText(cost_usd);
  return unknown_models.length > 0 ? `${text}+?` : text;
}

/** The first of this many days, the last of which is today. */
export function firstOfDays(count: number, now: Date): string {
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1, 12));
}

/** `2026-01-31` in the local time zone. */
export function localDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const DAYS_SHOWN = 400;
export const NO_TOKENS: Readonly<TokenSums> = {
  messages: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_5m_tokens: 0,
  cache_write_1h_tokens: 0,
  web_searches: 0,
};
const EMPTY: UsageRow = { key: '', ...NO_TOKENS, unknown_models: [] };

/** Days without usage stay, so that a week looks like a week. `from` and `to` extend the range. */
export function withoutGaps(
  items: readonly UsageRow[],
  { from, to }: { readonly from?: string; readonly to?: string } = {},
): UsageRow[] {
  const filled: UsageRow[] = [];
  let next = from ?? items[0]?.key ?? '';
  const fillUntil = (end: string) => {
    for (; next !== '' && next < end && filled.length < DAYS_SHOWN; next = dayAfter(next)) {
      filled.push({ ...EMPTY, key: next });
    }
  };
  for (const item of items) {
    fillUntil(item.key);
    filled.push(item);
    next = dayAfter(item.key);
  }
  if (to !== undefined) fillUntil(dayAfter(to));
  return filled;
}

function dayAfter(day: string): string {
  return day === '' ? '' : new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Combines days into months: `2026-01`. */
export function byMonth(days: readonly UsageRow[]): UsageRow[] {
  const months = new Map<string, UsageRow>();
  for (const day of days) {
    const key = day.key.slice(0, 7);
    months.set(key, { key, ...addSums(months.get(key) ?? EMPTY, day) });
  }
  return [...months.values()];
}
