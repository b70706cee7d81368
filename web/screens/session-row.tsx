/** One session in a list: its status, title and current activity. */
import { memo } from 'preact/compat';
import { moneyText } from '../../src/core/usage/money.ts';
import type { Session } from '../../src/protocol/session.ts';
import { Ago } from '../parts/ago.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

interface SessionRowProps {
  readonly session: Session;
  readonly isUnread: boolean;
  readonly isCurrent?: boolean;
  /** The name of its host, if there are several. */
  readonly host?: string | undefined;
  readonly isOffline?: boolean;
}

/** A plain link (`useLinks` in app.tsx): a hundred links with their own listeners are slow. */
export const SessionRow = memo(function SessionRow({
  session,
  isUnread,
  isCurrent = false,
  host,
  isOffline = false,
}: SessionRowProps) {
  const {
    session_id,
    status,
    title,
    last_activity_at,
    open_interactions,
    waiting_for,
    cost_usd,
    git_branch,
    doing,
  } = session;
  return (
    <a
      href={`/sessions/${session_id}`}
      class={`session-row ${isUnread ? 'unread' : ''}`}
      data-row
      aria-current={isCurrent ? 'page' : undefined}
    >
      <StatusMark status={status} hasWord={false} />
      <span class="title cut">{title || 'Untitled session'}</span>
      <span class="time">
        <Ago at={last_activity_at} />
      </span>
      <span class="line">
        {host !== undefined && <span class="host">{isOffline ? `${host} (offline)` : host}</span>}
        <span class="doing cut">
          {status === 'waiting' ? (
            <span class="waits-line">{waitingText(open_interactions, waiting_for)}</span>
          ) : (
            doing || [status, git_branch].filter(Boolean).join(' · ')
          )}
        </span>
        {cost_usd !== undefined && <span class="mono">{moneyText(cost_usd)}</span>}
      </span>
    </a>
  );
});

function waitingText(count: number, waitingFor: string | undefined): string {
  if (count === 0 && waitingFor !== undefined) return `waiting for you: ${waitingFor}`;
  return count > 1 ? `${count} waiting for you` : 'waiting for you';
}
