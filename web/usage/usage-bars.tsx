/** A bar per folder, model or host, largest first, and a table of all figures. */
import { t, tn } from '../../src/core/translate.ts';
import type { UsageReport } from '../../src/protocol/usage.ts';
import type { Measure } from './measures.ts';
import { rowName, UsageTable } from './usage-table.tsx';

interface UsageBarsProps {
  readonly title: string;
  /** Of the table. */
  readonly caption: string;
  readonly heading: string;
  readonly report: UsageReport;
  readonly measure: Measure;
  readonly nameOf: (key: string) => string;
}

export function UsageBars({ title, caption, heading, report, measure, nameOf }: UsageBarsProps) {
  const rows = report.items.toSorted((a, b) => measure.weigh(b) - measure.weigh(a));
  const most = Math.max(...rows.map(measure.weigh), Number.MIN_VALUE);
  return (
    <section>
      <h2 class="section-head">{title}</h2>
      <ul class="usage-bars">
        {rows.map((row) => (
          <li key={`${row.key} ${row.host}`}>
            <span class="path" title={row.key}>
              {rowName(row, nameOf)}
            </span>
            <span class="mono">{measure.words(row)}</span>
            <svg class="usage-bar" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden="true">
              <rect height="1" width={(measure.weigh(row) / most) * 100} />
            </svg>
          </li>
        ))}
      </ul>
      {report.left_out > 0 && (
        <p class="muted small">
          {tn(
            report.left_out,
            '{n} more are included in the total only',
            '{n} more are included in the total only',
          )}
        </p>
      )}
      <details class="usage-details">
        <summary class="text-button">{t('Show as a table')}</summary>
        <UsageTable caption={caption} heading={heading} rows={rows} nameOf={nameOf} />
      </details>
    </section>
  );
}
