/** The terminal of a session in place of its conversation, and what has to be asked beside it. */
import { lazy, Suspense } from 'preact/compat';
import { Link } from 'wouter';
import type { SessionView } from '../../src/protocol/session.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { AskCard } from '../asks/ask-card.tsx';
import { useHub } from '../hub/page-hub.ts';

// An emulator is heavy, and most who open a session want its conversation.
const TerminalPane = lazy(() =>
  import('../terminal/terminal-pane.tsx').then(
    ({ TerminalPane }) => ({ default: TerminalPane }),
    () => ({ default: NotFetched }),
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
        <h2>This session has no terminal now</h2>
        <p>The hub shows the terminals of sessions that run in tmux.</p>
        <Link class="button" href={`/sessions/${id}`}>
          Its conversation
        </Link>
      </div>
    );
  }
  if (!hub.maySteer()) {
    return (
      <div class="empty">
        <h2>Terminals are for operators</h2>
        <p>A terminal may show more than its session. Ask for the role operator.</p>
        <Link class="button" href={`/sessions/${id}`}>
          Its conversation
        </Link>
      </div>
    );
  }
  // Claude Code shows its asks in the terminal itself, but for those that a hook holds back.
  const shown = cards.filter(({ interaction }) => interaction.held_until !== undefined);
  return (
    <>
      <Suspense fallback={<div class="conversation" aria-busy="true" />}>
        <TerminalPane key={id} sessionId={id} />
      </Suspense>
      {shown.length > 0 && (
        <div class="dock">
          {shown.map((card) => (
            <AskCard key={card.interaction.id} card={card} isDocked />
          ))}
        </div>
      )}
    </>
  );
}

/** No connection, or the hub was updated and has other files now. */
function NotFetched() {
  return (
    <div class="empty">
      <h2>The terminal could not be fetched</h2>
      <p>The hub may have been updated, or does not answer.</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </div>
  );
}
