/** How full the context of a session is, and what it has cost. Opens the details. */
import { contextWindow } from '../../src/core/conversation/context-window.ts';
import { t } from '../../src/core/translate.ts';
import { moneyText } from '../../src/core/usage/money.ts';
import { shortCount } from '../../src/core/wording/short-count.ts';
import type { SessionView } from '../../src/protocol/session.ts';

interface SessionMeterProps {
  readonly view: Pick<SessionView, 'context_tokens' | 'cost_usd' | 'model'>;
  readonly onOpen: () => void;
}

/** From here on Claude Code soon compacts the conversation. */
const NEARLY_FULL = 80;

export function SessionMeter({
  view: { context_tokens: used, cost_usd, model = '' },
  onOpen,
}: SessionMeterProps) {
  if (used === undefined && cost_usd === undefined) return null;
  const size = contextWindow(model, used ?? 0);
  const percent = used === undefined ? undefined : Math.round((100 * used) / size);
  const words = [
    used === undefined
      ? ''
      : t('Context: {used} of {size} tokens ({percent}%)', {
          used: shortCount(used),
          size: shortCount(size),
          percent: percent ?? 0,
        }),
    cost_usd === undefined ? '' : t('Cost: {cost}', { cost: moneyText(cost_usd) }),
  ].filter(Boolean);
  return (
    <button
      type="button"
      class={`meter ${percent !== undefined && percent >= NEARLY_FULL ? 'full' : ''}`}
      title={words.join('\n')}
      onClick={onOpen}
    >
      {percent !== undefined && (
        <>
          <span class="meter-bar" aria-hidden="true">
            <span style={{ width: `${Math.min(100, percent)}%` }} />
          </span>
          <span>
            <span class="hidden-label">{t('Context used:')} </span>
            {percent}%
          </span>
        </>
      )}
      {cost_usd !== undefined && (
        <span class="meter-cost">
          <span class="hidden-label">{t('Cost:')} </span>
          {moneyText(cost_usd)}
        </span>
      )}
    </button>
  );
}
