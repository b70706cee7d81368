/** One session in a list: its status, title and current activity. */
import { memo } from 'preact/compat';
import { t, tn } from '../../src/core/translate.ts';
import { moneyText } from '../../src/core/usage/money.ts';
import { terminalWaitText } from '../../src/core/waits-in-terminal.ts';
import { interactionText } from '../../src/core/wording/interaction-text.ts';
import type { Session } from '../../src/protocol/session.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { Ago } from '../parts/ago.tsx';
import { STATUS_WORDS, StatusMark } from '../parts/status-mark.tsx';

interface SessionRowProps {
  readonly session: Session;
  /** How links name it. */
  readonly address: string;
  readonly isUnread: boolean;
  /** Of a waiting session: what it needs from you. */
  readonly waitsFor?: string | undefined;
  readonly isCurrent?: boolean;
  /** The name of its host, if there are several. */
  readonly host?: string | undefined;
  readonly isOffline?: boolean;
  /** The name of its project, if its group has another name. */
  readonly project?: string | undefined;
  readonly hasMenu?: boolean;
}

/** A plain link (`useLinks` in app.tsx) and a menu button (the list): a hundred with their own listeners are slow. */
export const SessionRow = memo(function SessionRow({
  session,
  address,
  isUnread,
  waitsFor,
  isCurrent = false,
  host,
  isOffline = false,
  project,
  hasMenu = false,
}: SessionRowProps) {
  const { status, title, last_activity_at, cost_usd, git_branch, doing, labels = [] } = session;
  const row = (
    <a
      href={`/sessions/${address}`}
      class={`session-row ${isUnread ? 'unread' : ''}`}
      data-row
      aria-current={isCurrent ? 'page' : undefined}
    >
      <StatusMark status={status} hasWord={false} />
      <span class="title cut">{title || t('Untitled session')}</span>
      <span class="time">
        <Ago at={last_activity_at} />
      </span>
      <span class="line">
        {project !== undefined && <span>{project}</span>}
        {host !== undefined && (
          <span class="host">{isOffline ? t('{name} (offline)', { name: host }) : host}</span>
        )}
        <span class="doing cut">
          {status === 'waiting' ? (
            <span class="waits-line">{waitsFor ?? t('waiting for you')}</span>
          ) : (
            doing || [STATUS_WORDS[status], git_branch].filter(Boolean).join(' · ')
          )}
        </span>
        {labels.map((label) => (
          <span key={label} class="label-mark">
            {label}
          </span>
        ))}
        {cost_usd !== undefined && <span class="mono">{moneyText(cost_usd)}</span>}
      </span>
    </a>
  );
  if (!hasMenu) return row;
  return (
    <div class="session-item">
      {row}
      <button
        type="button"
        class="icon-button row-menu"
        data-menu={address}
        aria-label={t('Menu of {session}', { session: title || t('Untitled session') })}
      />
    </div>
  );
});

/** A session may also wait with a dialog that only its terminal shows. */
export function waitsFor({ status, cwd, waiting_for }: Session, cards: readonly Card[]): string | undefined {
  if (status !== 'waiting') return undefined;
  const [first] = cards;
  if (!first) return terminalWaitText({ waiting_for });
  const { line } = interactionText(first.interaction, cwd);
  return cards.length > 1 ? tn(cards.length, '{n} request: {line}', '{n} requests: {line}', { line }) : line;
}
