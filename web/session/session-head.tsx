/** The header of a session: title, status, and the buttons for terminal, details and menu. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { sessionFacts } from '../../src/core/wording/session-text.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon } from '../parts/icon.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { StatusMark } from '../parts/status-mark.tsx';
import { SessionMenu } from './session-menu.tsx';
import { SessionMeter } from './session-meter.tsx';

interface SessionHeadProps {
  readonly view: SessionView;
  readonly isTerminal: boolean;
  readonly onDetails: () => void;
}

export function SessionHead({ view, isTerminal, onDetails }: SessionHeadProps) {
  const hub = useHub();
  const { session_id: id, capabilities, title, status, cwd } = view;
  const host = useStore(hub.hosts).nameOf(view);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { session_id: shared, expires_at } = hub.me;
  if (shared !== undefined) {
    return (
      <header class="bar session-head">
        <div class="grow">
          <h1 class="cut">{title || projectName(cwd) || t('Session')}</h1>
          <p class="head-line">
            <StatusMark status={status} />
            <span class="small muted cut">
              {expires_at === undefined
                ? t('Shared with you')
                : t('Shared with you until {time}', { time: exactTime(expires_at) })}
            </span>
          </p>
        </div>
      </header>
    );
  }
  return (
    <header class="bar session-head">
      <Link href="/sessions" class="icon-button only-phone" aria-label={t('All sessions')}>
        <Icon name="back" />
      </Link>
      <div class="grow">
        <h1 class="cut">{title || projectName(cwd) || t('Session')}</h1>
        <p class="head-line">
          <StatusMark status={status} />
          <span class="small muted cut">
            {[...(host === undefined ? [] : [host]), ...sessionFacts(view)].join(' · ')}
          </span>
        </p>
      </div>
      <SessionMeter view={view} onOpen={onDetails} />
      {(isTerminal || (hub.maySteer() && capabilities.includes('terminal'))) && (
        <Link
          href={isTerminal ? `/sessions/${id}` : `/sessions/${id}/terminal`}
          class="icon-button"
          aria-label={isTerminal ? t('Conversation') : t('Terminal')}
          title={isTerminal ? t('Conversation') : t('Terminal')}
          data-terminal
        >
          <Icon name={isTerminal ? 'read' : 'command'} />
        </Link>
      )}
      <button type="button" class="icon-button" aria-label={t('Details')} onClick={onDetails}>
        <Icon name="info" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t('Session menu')}
        onClick={() => setMenuOpen(true)}
      >
        <Icon name="more" />
      </button>
      {isMenuOpen && <SessionMenu view={view} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}
