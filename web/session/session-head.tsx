/** The header of a session: title, status, and the buttons for terminal, details and menu. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { sessionFacts } from '../../src/core/wording/session-text.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon } from '../parts/icon.tsx';
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
  return (
    <header class="bar session-head">
      <Link href="/sessions" class="icon-button only-phone" aria-label="All sessions">
        <Icon name="back" />
      </Link>
      <div class="grow">
        <h1 class="cut">{title || projectName(cwd) || 'Session'}</h1>
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
          aria-label={isTerminal ? 'Conversation' : 'Terminal'}
          title={isTerminal ? 'Conversation' : 'Terminal'}
          data-terminal
        >
          <Icon name={isTerminal ? 'read' : 'command'} />
        </Link>
      )}
      <button type="button" class="icon-button" aria-label="Details" onClick={onDetails}>
        <Icon name="info" />
      </button>
      <button type="button" class="icon-button" aria-label="Session menu" onClick={() => setMenuOpen(true)}>
        <Icon name="more" />
      </button>
      {isMenuOpen && <SessionMenu view={view} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}
