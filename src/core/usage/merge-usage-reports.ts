/** Adds up usage reports of several hosts. Pure. */

import type { UsageReport, UsageRow } from '../../protocol/usage.ts';
import { addSums } from './add-sums.ts';
import { byKey, byWeight } from './make-usage-report.ts';

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
