/** What rules would have decided on past requests, where it differs from what was decided. */
import type { ComponentChildren } from 'preact';
import { t, tn } from '../../src/core/translate.ts';
import { describeTool } from '../../src/core/wording/tool-text.ts';
import type { SimulatedAsk, Simulation } from '../../src/protocol/policy-api.ts';
import { Ago } from '../parts/ago.tsx';

const COMPARED: Readonly<Record<string, (rule: string) => string>> = {
  wider: (rule) => t('{rule} would allow what was not allowed', { rule }),
  narrower: (rule) => t('{rule} would deny what was allowed', { rule }),
  other: (rule) => t('{rule} would decide differently', { rule }),
};
const SHOWN = 20;

export function TestResult({ simulation: { counts, items } }: { readonly simulation: Simulation }) {
  const differing = items.filter(({ compared }) => compared in COMPARED);
  const decided = counts.asks - (counts.would.ask ?? 0);
  return (
    <section>
      <h2 class="section-head">{tn(counts.asks, 'Tested on {n} request', 'Tested on {n} requests')}</h2>
      <p>
        {t('These rules would have answered {decided}; {open} would still wait for you.', {
          decided,
          open: counts.would.ask ?? 0,
        })}{' '}
        {differing.length === 0
          ? t('Every answer matches the original decision.')
          : tn(
              differing.length,
              '{n} differs from the original decision:',
              '{n} differ from the original decision:',
            )}
      </p>
      <ul class="devices">
        {differing.slice(0, SHOWN).map((past) => (
          <PastRequest key={past.interaction_id} past={past}>
            {COMPARED[past.compared]?.(past.rule?.name ?? '')}
          </PastRequest>
        ))}
      </ul>
    </section>
  );
}

interface PastRequestProps {
  readonly past: SimulatedAsk;
  readonly children: ComponentChildren;
}

export function PastRequest({ past, children }: PastRequestProps) {
  const { tool_name, input, cwd, compared, opened_at } = past;
  const { verb, object } = describeTool(tool_name ?? '', input, cwd);
  return (
    <li>
      <span class="grow">
        <span class="mono path">
          {verb} {object}
        </span>
        <span class={`small device-about ${compared === 'wider' ? 'problem' : 'muted'}`}>
          {children}, <Ago at={opened_at} />
        </span>
      </span>
    </li>
  );
}
