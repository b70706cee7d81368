/** Tokens and what they cost: by day as a chart, by folder and by model as bars; every figure also in a table. */
import { useState } from 'preact/hooks';
import { modelName } from '../../src/core/conversation/model-name.ts';
import { localDay, writtenTokens } from '../../src/core/usage/usage-rows.ts';
import { shortCount } from '../../src/core/words/short-count.ts';
import { shortHome } from '../../src/core/words/shown-path.ts';
import type { UsageReport } from '../../src/protocol/usage.ts';
import { Chips } from '../parts/chips.tsx';
import { money } from '../parts/relative-time.ts';
import { ScreenBar, TO_SETTINGS } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';

import { DayChart } from './day-chart.tsx';
import { MEASURES, type Measure } from './measures.ts';
import { UsageBars } from './usage-bars.tsx';
import { useUsage } from './use-usage.ts';

const RANGES = [
  { value: 7, words: '7 days' },
  { value: 30, words: '30 days' },
  { value: 90, words: '90 days' },
  { value: undefined, words: 'All time' },
];
const CHOICES = MEASURES.map((value) => ({ value, words: value.name }));

export function UsageScreen() {
  const [days, setDays] = useState<number | undefined>(30);
  const [measure, setMeasure] = useState<Measure>(MEASURES[0]);
  const { reports, problem } = useUsage(days);
  return (
    <div class="screen">
      <ScreenBar title="Usage" back={TO_SETTINGS} />
      <div class="scroll">
        <div class="column usage">
          <Chips label="Which days" choices={RANGES} value={days} onChange={setDays} />
          {problem && <Warning words={problem} />}
          {reports && (
            <>
              <Total report={reports.day} />
              {reports.day.items.length === 0 ? (
                <p class="empty">
                  {reports.day.is_complete
                    ? 'Nothing was used in these days.'
                    : 'Transcripts are still being read.'}
                </p>
              ) : (
                <>
                  <Chips label="What the bars show" choices={CHOICES} value={measure} onChange={setMeasure} />
                  <DayChart
                    rows={reports.day.items}
                    from={reports.since}
                    to={localDay(new Date())}
                    measure={measure}
                  />
                  <UsageBars title="By model" report={reports.model} measure={measure} nameOf={modelName} />
                  <UsageBars
                    title="By project"
                    report={reports.project}
                    measure={measure}
                    nameOf={(folder) => shortHome(folder) || 'no folder'}
                  />
                </>
              )}
              <Notes report={reports.day} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Total({ report: { total } }: { readonly report: UsageReport }) {
  const { cost_usd, agents_cost_usd, messages, unknown_models } = total;
  const isPartial = unknown_models.length > 0;
  const facts = [
    ['input', total.input_tokens],
    ['output', total.output_tokens],
    ['written to the cache', writtenTokens(total)],
    ['read from the cache', total.cache_read_tokens],
  ] as const;
  return (
    <section class="usage-total" aria-label="Total">
      <p>
        <strong class="usage-sum mono">
          {cost_usd === undefined && isPartial ? 'Cost unknown' : money(cost_usd ?? 0)}
        </strong>
        {cost_usd !== undefined && isPartial && <span class="muted"> and more, at prices not known</span>}
      </p>
      <p class="muted small">
        {messages === 1 ? '1 message' : `${messages.toLocaleString()} messages`}
        {agents_cost_usd !== undefined && `, ${money(agents_cost_usd)} of it by subagents`}
      </p>
      <dl class="usage-facts">
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt class="muted small">{name}</dt>
            <dd class="mono">{shortCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Notes({ report: { total, prices_of, is_complete } }: { readonly report: UsageReport }) {
  const unknown = total.unknown_models.join(', ');
  return (
    <div class="muted small usage-notes">
      {unknown && (
        <p>The price of {unknown} is not known: its tokens are counted, what they cost is left out.</p>
      )}
      <p>Worked out from API prices of {prices_of}. A subscription is billed otherwise.</p>
      {!is_complete && <p role="status">Transcripts are still being read: there is more to come.</p>}
    </div>
  );
}
