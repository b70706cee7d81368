/** One bar per day, or per month for long periods. A tap shows a bar's figures; the table lists all. */
import { useState } from 'preact/hooks';
import { currentLocale, t } from '../../src/core/translate.ts';
import { byMonth, withoutGaps } from '../../src/core/usage/usage-rows.ts';
import type { UsageRow } from '../../src/protocol/usage.ts';
import type { Measure } from './measures.ts';
import { UsageTable } from './usage-table.tsx';

interface DayChartProps {
  readonly rows: readonly UsageRow[];
  readonly from: string | undefined;
  readonly to: string;
  readonly measure: Measure;
}

/** More bars cannot be distinguished on a phone. */
const MOST_DAYS = 92;

export function DayChart({ rows, from, to, measure }: DayChartProps) {
  const [chosen, setChosen] = useState<string>();
  const days = withoutGaps(rows, { ...(from && { from }), to });
  const bars = days.length > MOST_DAYS ? byMonth(days) : days;
  const most = Math.max(...bars.map(measure.weigh), Number.MIN_VALUE);
  const shown = bars.find(({ key }) => key === chosen) ?? bars.reduce((a, b) => heavier(a, b, measure));
  const isMonths = bars !== days;
  return (
    <section>
      <h2 class="section-head">{isMonths ? t('By month') : t('By day')}</h2>
      <p class="small usage-day" aria-live="polite">
        {shown.key !== chosen && <span class="muted">{t('Highest:')} </span>}
        <strong>{dayText(shown.key)}</strong> <span class="mono">{measure.words(shown)}</span>
      </p>
      {/* Screen readers use the table instead. */}
      <div class="day-chart" aria-hidden="true">
        {bars.map((row) => (
          <button
            key={row.key}
            type="button"
            tabIndex={-1}
            class={row.key === shown.key ? 'day-bar chosen' : 'day-bar'}
            title={`${dayText(row.key)}: ${measure.words(row)}`}
            onClick={() => setChosen(row.key)}
          >
            <svg preserveAspectRatio="none" viewBox="0 0 1 100" aria-hidden="true">
              <rect width="1" y={100 - height(row, most, measure)} height={height(row, most, measure)} />
            </svg>
          </button>
        ))}
      </div>
      <p class="day-ends muted small" aria-hidden="true">
        <span>{dayText(bars[0]?.key ?? '')}</span>
        <span>{dayText(bars.at(-1)?.key ?? '')}</span>
      </p>
      <details class="usage-details">
        <summary class="text-button">{t('Show as a table')}</summary>
        <UsageTable
          caption={isMonths ? t('Usage by month') : t('Usage by day')}
          heading={isMonths ? t('Month') : t('Day')}
          rows={bars.filter(({ messages }) => messages > 0).toReversed()}
          nameOf={dayText}
        />
      </details>
    </section>
  );
}

function heavier(a: UsageRow, b: UsageRow, { weigh }: Measure): UsageRow {
  return weigh(b) > weigh(a) ? b : a;
}

/** In percent. A day with any usage stays visible. */
function height(row: UsageRow, most: number, { weigh }: Measure): number {
  const weight = weigh(row);
  return weight === 0 ? 0 : Math.max(2, (weight / most) * 100);
}

/** `31 Jan`, or `January 2026` for a month. */
function dayText(key: string): string {
  if (key === '') return '';
  const at = new Date(`${key.length === 7 ? `${key}-01` : key}T12:00:00`);
  return key.length === 7
    ? at.toLocaleDateString(currentLocale(), { month: 'long', year: 'numeric' })
    : at.toLocaleDateString(currentLocale(), { weekday: 'short', day: 'numeric', month: 'short' });
}
