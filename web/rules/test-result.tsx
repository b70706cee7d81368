/** What rules would have decided on past requests, where it differs from what was decided. */

import type { ComponentChildren } from 'preact';
import { t } from '../../src/core/translate.ts';
import { describeTool } from '../../src/core/wording/tool-text.ts';
import type { SimulatedAsk, Simulation } from '../../src/protocol/policy-api.ts';
import { Ago } from '../parts/ago.tsx';

const COMPARED: Readonly<Record<string, string>> = {
  wider: t('would allow what was not allowed'),
  narrower: t('would deny what was allowed'),
  other: t('would decide differently'),
};
const SHOWN = 20;

export function TestResult({ simulation: { counts, items } }: { readonly simulation: Simulation }) {
  const differing = items.filter(({ compared }) => compared in COMPARED);
  const decided = counts.asks - (counts.would.ask ?? 0);
  return (
    <section>
      <h2 class="section-head">Tested on {counts.asks === 1 ? '1 request' : `${counts.asks} requests`}</h2>
      <p>
        These rules would have answered {decided}; {counts.would.ask ?? 0} would still wait for you.{' '}
        {differing.length === 0
          ? t('Every answer matches the original decision.')
          : `${differing.length} ${differing.length === 1 ? 'differs' : 'differ'} from the original decision:`}
      </p>
      <ul class="devices">
        {differing.slice(0, SHOWN).map((past) => (
          <PastRequest key={past.interaction_id} past={past}>
            {past.rule?.name} {COMPARED[past.compared]}
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
