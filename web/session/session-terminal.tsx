/** The terminal of a session in place of its conversation, and what has to be asked beside it. */
import { lazy, Suspense } from 'preact/compat';
import { Link } from 'wouter';
import type { SessionView } from '../../src/protocol/session.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { AskCard } from '../asks/ask-card.tsx';

// An emulator is heavy, and most who open a session want its conversation.
const TerminalPane = lazy(() =>
  import('../terminal/terminal-pane.tsx').then(({ TerminalPane }) => ({ default: TerminalPane })),
);

interface SessionTerminalProps {
  readonly view: SessionView;
  readonly cards: readonly Card[];
}

export function SessionTerminal({ view, cards }: SessionTerminalProps) {
  const { session_id: id, capabilities } = view;
  if (!capabilities.includes('terminal')) {
    return (
      <div class="empty">
        <h2>This session has no terminal now</h2>
        <p>The hub shows the terminals of sessions that run in tmux.</p>
        <p>
          <Link class="text-button" href={`/sessions/${id}`}>
            Its conversation
          </Link>
        </p>
      </div>
    );
  }
  // Claude Code shows its asks in the terminal itself, but for those that a hook holds back.
  const held = cards.filter(({ interaction }) => interaction.held_until !== undefined);
  return (
    <>
      {held.length > 0 && (
        <div class="dock">
          {held.map((card) => (
            <AskCard key={card.interaction.id} card={card} isDocked />
          ))}
        </div>
      )}
      <Suspense fallback={<div class="conversation" aria-busy="true" />}>
        <TerminalPane key={id} sessionId={id} />
      </Suspense>
    </>
  );
}
