/** The head of a session: what it is, what it is at, and what can be done with it as a whole. */
import { useState } from 'preact/hooks';
import { Link } from 'wouter';
import { modelName } from '../../src/core/conversation/model-name.ts';
import { taskCount } from '../../src/core/words/background-words.ts';
import { projectName } from '../../src/core/words/shown-path.ts';
import { modeWords } from '../../src/core/words/suggestion-words.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Icon } from '../parts/icon.tsx';
import { StatusMark } from '../parts/status-mark.tsx';
import { SessionMenu } from './session-menu.tsx';

interface SessionHeadProps {
  readonly view: SessionView;
  readonly isTerminal: boolean;
  readonly onDetails: () => void;
}

export function SessionHead({ view, isTerminal, onDetails }: SessionHeadProps) {
  const hub = useHub();
  const { session_id: id, capabilities, title, status, git_branch, model, permission_mode, cwd } = view;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const facts = [
    // First, since a narrow screen cuts the rest: the status does not tell that something still runs.
    taskCount(view.background_tasks),
    projectName(cwd),
    git_branch,
    model && modelName(model),
    permission_mode && modeWords(permission_mode),
  ];
  return (
    <header class="bar session-head">
      <Link href="/sessions" class="icon-button only-phone" aria-label="All sessions">
        <Icon name="back" />
      </Link>
      <div class="grow">
        <h1 class="cut">{title || projectName(cwd) || 'Session'}</h1>
        <p class="head-line">
          <StatusMark status={status} />
          <span class="small muted cut">{facts.filter(Boolean).join(' · ')}</span>
        </p>
      </div>
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
      <button
        type="button"
        class="icon-button"
        aria-label="What you can do"
        onClick={() => setMenuOpen(true)}
      >
        <Icon name="more" />
      </button>
      {isMenuOpen && <SessionMenu view={view} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}
