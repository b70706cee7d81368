/** The terminal of a session, with the requests that Claude Code does not show there. */
import { lazy, Suspense } from 'preact/compat';
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { InteractionCard } from '../cards/interaction-card.tsx';
import { useHub } from '../hub/page-hub.ts';

// Loaded lazily: the emulator is large, and most visits need only the conversation.
const TerminalPane = lazy(() =>
  import('../terminal/terminal-pane.tsx').then(
    ({ TerminalPane }) => ({ default: TerminalPane }),
    () => ({ default: LoadFailure }),
  ),
);

interface SessionTerminalProps {
  readonly view: SessionView;
  readonly cards: readonly Card[];
}

export function SessionTerminal({ view, cards }: SessionTerminalProps) {
  const hub = useHub();
  const { session_id: id, capabilities } = view;
  if (!capabilities.includes('terminal')) {
    return (
      <div class="empty">
        <h2>{t('This session has no terminal')}</h2>
        <p>{t('Only running tmux sessions have a terminal here.')}</p>
        <Link class="button" href={`/sessions/${id}`}>
          {t('Show conversation')}
        </Link>
      </div>
    );
  }
  if (!hub.maySteer()) {
    return (
      <div class="empty">
        <h2>{t('Terminals need the operator role')}</h2>
        <p>{t('A terminal can show more than its session. Ask an operator to change this device’s role.')}</p>
        <Link class="button" href={`/sessions/${id}`}>
          {t('Show conversation')}
        </Link>
      </div>
    );
  }
  // Claude Code shows requests in the terminal itself, except those that a hook holds.
  const shown = cards.filter(({ interaction }) => interaction.held_until !== undefined);
  return (
    <>
      <Suspense fallback={<div class="conversation" aria-busy="true" />}>
        <TerminalPane key={id} sessionId={id} />
      </Suspense>
      {shown.length > 0 && (
        <div class="dock">
          <div class="docked-cards">
            {shown.map((card) => (
              <InteractionCard key={card.interaction.id} card={card} isDocked />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** Shown if there is no connection, or the hub was updated and has different files. */
function LoadFailure() {
  return (
    <div class="empty">
      <h2>{t('Failed to load the terminal')}</h2>
      <p>{t('The hub may have been updated, or it is unreachable.')}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t('Reload the page')}
      </button>
    </div>
  );
}
