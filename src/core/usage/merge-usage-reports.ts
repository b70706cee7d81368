/** Adds up usage reports of several hosts. Pure. */

import type { UsageReport, UsageRow } from '../../protocol/usage.ts';
import { byKey, byWeight } from './make-usage-report.ts';
import { roundMoney } from './money.ts';

type Sums = UsageReport['total'];

/** `reports` are of the same group; sessions of different hosts stay apart. */
export function mergeUsageReports(
  reports: readonly [UsageReport, ...UsageReport[]],
  limit: number,
): UsageReport {
  const [first] = reports;
  const rows = new Map<string, UsageRow>();
  for (const { items } of reports) {
    for (const row of items) {
      const name = JSON.stringify([row.key, row.host]);
      const known = rows.get(name);
      rows.set(name, known ? { ...known, ...addSums(known, row) } : row);
    }
  }
  const items = [...rows.values()];
  const shown = first.group === 'day' ? items.sort(byKey) : items.sort(byWeight).slice(0, limit);
  const leftOut = reports.reduce((sum, { left_out }) => sum + left_out, 0);
  return {
    ...first,
    items: shown,
    left_out: leftOut + items.length - shown.length,
    total: reports.map(({ total }) => total).reduce(addSums),
    is_complete: reports.every(({ is_complete }) => is_complete),
  };
}

function addSums(a: Sums, b: Sums): Sums {
  const cost = added(a.cost_usd, b.cost_usd);
  const agents = added(a.agents_cost_usd, b.agents_cost_usd);
  return {
    messages: a.messages + b.messages,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_5m_tokens: a.cache_write_5m_tokens + b.cache_write_5m_tokens,
    cache_write_1h_tokens: a.cache_write_1h_tokens + b.cache_write_1h_tokens,
    web_searches: a.web_searches + b.web_searches,
    ...(cost !== undefined && { cost_usd: cost }),
    ...(agents !== undefined && { agents_cost_usd: agents }),
    unknown_models: [...new Set([...a.unknown_models, ...b.unknown_models])].sort(),
  };
}

function added(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return roundMoney(a + b);
}
