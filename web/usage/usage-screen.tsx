/** Tokens and cost: by day as a chart, by model, project and host as bars, each with a table. */
import { useState } from 'preact/hooks';
import { modelName } from '../../src/core/conversation/model-name.ts';
import { t, tn } from '../../src/core/translate.ts';
import { moneyText } from '../../src/core/usage/money.ts';
import { localDay, writtenTokens } from '../../src/core/usage/usage-rows.ts';
import { missingHosts } from '../../src/core/wording/host-words.ts';
import { shortCount } from '../../src/core/wording/short-count.ts';
import { shortHome } from '../../src/core/wording/shown-path.ts';
import type { UsageReport } from '../../src/protocol/usage.ts';
import { Chips } from '../parts/chips.tsx';
import { ScreenBar, TO_SETTINGS } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';

import { DayChart } from './day-chart.tsx';
import { MEASURES, type Measure } from './measures.ts';
import { UsageBars } from './usage-bars.tsx';
import { useUsage } from './use-usage.ts';

const RANGES = [
  ...[7, 30, 90].map((value) => ({ value, words: tn(value, '{n} day', '{n} days') })),
  { value: undefined, words: t('All time') },
];
const CHOICES = MEASURES.map((value) => ({ value, words: value.name }));

export function UsageScreen() {
  const [days, setDays] = useState<number | undefined>(30);
  const [measure, setMeasure] = useState<Measure>(MEASURES[0]);
  const { reports, problem } = useUsage(days);
  return (
    <div class="screen">
      <ScreenBar title={t('Usage')} back={TO_SETTINGS} />
      <div class="scroll">
        <div class="column usage">
          <Chips label={t('Period')} choices={RANGES} value={days} onChange={setDays} />
          {problem && <Warning words={problem} />}
          {reports && (
            <>
              <Total report={reports.day} />
              {reports.day.items.length === 0 ? (
                <p class="empty">
                  {reports.day.is_complete
                    ? t('No usage in this period')
                    : t('Transcripts are still being indexed')}
                </p>
              ) : (
                <>
                  <Chips label={t('Measure')} choices={CHOICES} value={measure} onChange={setMeasure} />
                  <DayChart
                    rows={reports.day.items}
                    from={reports.since}
                    to={localDay(new Date())}
                    measure={measure}
                  />
                  <UsageBars
                    title={t('By model')}
                    caption={t('Usage by model')}
                    heading={t('Model')}
                    report={reports.model}
                    measure={measure}
                    nameOf={modelName}
                  />
                  <UsageBars
                    title={t('By project')}
                    caption={t('Usage by project')}
                    heading={t('Project')}
                    report={reports.project}
                    measure={measure}
                    nameOf={(folder) => shortHome(folder) || t('No folder')}
                  />
                  {reports.host && (
                    <UsageBars
                      title={t('By host')}
                      caption={t('Usage by host')}
                      heading={t('Host')}
                      report={reports.host}
                      measure={measure}
                      nameOf={String}
                    />
                  )}
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
    [t('Input'), total.input_tokens],
    [t('Output'), total.output_tokens],
    [t('Cache writes'), writtenTokens(total)],
    [t('Cache reads'), total.cache_read_tokens],
  ] as const;
  return (
    <section class="usage-total" aria-label={t('Total')}>
      <p>
        <strong class="usage-sum mono">
          {cost_usd === undefined && isPartial ? t('Cost unknown') : moneyText(cost_usd ?? 0)}
        </strong>
        {cost_usd !== undefined && isPartial && (
          <span class="muted"> {t('plus usage at unknown prices')}</span>
        )}
      </p>
      <p class="muted small">
        {agents_cost_usd === undefined
          ? tn(messages, '{n} message', '{n} messages')
          : tn(
              messages,
              '{n} message, including {cost} by subagents',
              '{n} messages, including {cost} by subagents',
              { cost: moneyText(agents_cost_usd) },
            )}
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

function Notes({ report }: { readonly report: UsageReport }) {
  const { total, prices_of, is_complete, hosts_missing } = report;
  const unknown = total.unknown_models.join(', ');
  const missing = missingHosts(hosts_missing);
  return (
    <div class="muted small usage-notes">
      {missing && <p role="status">{missing}</p>}
      {unknown && (
        <p>
          {t('The price of {models} is unknown: its tokens are counted, its cost is not.', {
            models: unknown,
          })}
        </p>
      )}
      <p>
        {t('Calculated from API prices as of {date}. Subscriptions are billed differently.', {
          date: prices_of,
        })}
      </p>
      {!is_complete && (
        <p role="status">{t('Transcripts are still being indexed. These figures will grow.')}</p>
      )}
    </div>
  );
}
