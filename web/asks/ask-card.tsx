/** One request: its session, what Claude wants in full, and the possible answers. */
import type { ComponentType } from 'preact';
import { lazy, memo, Suspense } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter';
import type { AskFormName } from '../../src/core/asks/ask-kind.ts';
import { askKindOf } from '../../src/core/asks/ask-kinds.ts';
import { projectName } from '../../src/core/words/shown-path.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Ago } from '../parts/ago.tsx';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';
import type { AskProps } from './ask-props.ts';
import { FormAsk } from './form-ask.tsx';
import { PermissionAsk } from './permission-ask.tsx';
import { QuestionAsk } from './question-ask.tsx';

/** Loaded lazily: the markdown renderer is a large part of the page. */
const PlanAsk = lazy(() => import('./plan-ask.tsx').then(({ PlanAsk }) => ({ default: PlanAsk })));

const FORMS: Readonly<Record<AskFormName, ComponentType<AskProps>>> = {
  call: PermissionAsk,
  questions: QuestionAsk,
  plan: PlanAsk,
  fields: FormAsk,
};

export const AskCard = memo(function AskCard({ card, isDocked }: { card: Card; isDocked?: boolean }) {
  const { inbox, sessions, ...hub } = useFullHub();
  const { interaction, phase, note } = card;
  const session = useStore(sessions).get(interaction.session_id);
  const cwd = interaction.cwd ?? session?.cwd ?? '';
  const Form = FORMS[askKindOf(interaction.kind).form];
  const isOver = phase === 'answered' || phase === 'elsewhere';
  const article = useRef<HTMLElement>(null);
  const isBusy = phase === 'sending' || phase === 'unsent';

  // Keyboard users continue with the next card.
  useEffect(() => {
    if (!isOver || !article.current?.contains(document.activeElement)) return;
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]:not([data-over])')];
    cards.at(0)?.focus();
  }, [isOver]);

  return (
    <article
      ref={article}
      class={`card ${isOver ? 'over' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the card that is in focus
      tabIndex={0}
      data-card={interaction.id}
      data-over={isOver ? '' : undefined}
      aria-busy={isBusy}
      aria-label={`${projectName(cwd)}: ${interaction.kind}`}
    >
      {!isDocked && (
        <header class="card-head">
          <Link href={`/sessions/${interaction.session_id}`} class="cut">
            <strong>{projectName(cwd) || 'session'}</strong>
            {session?.title && <span class="muted"> · {session.title}</span>}
          </Link>
          <Ago at={interaction.opened_at} />
        </header>
      )}
      {isOver ? (
        <p class="over-note" role="status">
          <Icon name="check" /> {note}
        </p>
      ) : (
        <>
          {(interaction.flags ?? []).map(({ message }) => (
            <Warning key={message} words={message} />
          ))}
          {phase === 'failed' && note && <Warning words={note} />}
          {phase === 'open' && note && <p class="notice blue">{note}</p>}
          <fieldset disabled={isBusy} class="card-body">
            <Suspense fallback={null}>
              <Form card={card} cwd={cwd} onAnswer={(body) => inbox.answer(interaction.id, body)} />
            </Suspense>
          </fieldset>
          {phase === 'unsent' && (
            <p class="notice blue" role="status">
              <span>{note}</span>
              <button type="button" class="text-button" onClick={() => inbox.takeBack(interaction.id)}>
                Cancel sending
              </button>
            </p>
          )}
          {interaction.routes.length === 0 && (
            <p class="notice blue">
              <Icon name="info" /> Answer this in the session’s terminal
            </p>
          )}
          {!hub.mayAnswer && (
            <p class="muted small">This device can only view. To answer, it needs the approver role.</p>
          )}
        </>
      )}
    </article>
  );
});

function useFullHub() {
  const hub = useHub();
  return { inbox: hub.inbox, sessions: hub.sessions, mayAnswer: hub.mayAnswer() };
}
