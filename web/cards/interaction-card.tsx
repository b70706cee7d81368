/** One request: its session, what Claude wants in full, and the possible answers. */
import type { ComponentType } from 'preact';
import { lazy, memo, Suspense } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter';
import type { InteractionFormName } from '../../src/core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../src/core/interactions/interaction-definitions.ts';
import { t } from '../../src/core/translate.ts';
import { interactionText } from '../../src/core/wording/interaction-text.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import type { InteractionKind } from '../../src/protocol/interactions.ts';
import type { AnswerBody } from '../../src/sdk/answer-calls.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Ago } from '../parts/ago.tsx';
import { Icon } from '../parts/icon.tsx';
import { showDone } from '../parts/strip.tsx';
import { Warning } from '../parts/warning.tsx';
import type { CardProps } from './card-props.ts';
import { FormCard } from './form-card.tsx';
import { PermissionCard } from './permission-card.tsx';
import { QuestionCard } from './question-card.tsx';

/** Loaded lazily: the markdown renderer is a large part of the page. */
const PlanCard = lazy(() => import('./plan-card.tsx').then(({ PlanCard }) => ({ default: PlanCard })));

const KINDS: Readonly<Record<InteractionKind, string>> = {
  permission: t('permission'),
  question: t('question'),
  plan: t('plan'),
  elicitation: t('elicitation'),
};

const FORMS: Readonly<Record<InteractionFormName, ComponentType<CardProps>>> = {
  call: PermissionCard,
  questions: QuestionCard,
  plan: PlanCard,
  fields: FormCard,
};

export const InteractionCard = memo(function InteractionCard({
  card,
  isDocked,
}: {
  card: Card;
  isDocked?: boolean;
}) {
  const { inbox, sessions, hosts, ...hub } = useFullHub();
  const { interaction, phase, note } = card;
  const address = useStore(sessions).addressOf(interaction);
  const session = sessions.get(address);
  const cwd = interaction.cwd ?? session?.cwd ?? '';
  const Form = FORMS[interactionDefinition(interaction.kind).form];
  const isOver = phase === 'answered' || phase === 'elsewhere';
  const [isHidden, setHidden] = useState(false);
  const article = useRef<HTMLElement>(null);
  const isBusy = phase === 'sending' || phase === 'unsent';
  /** Whether the answer was given from here: disabled buttons lose the focus. */
  const hadFocus = useRef(false);
  const located = session ?? { host: interaction.host };
  const host = useStore(hosts).nameOf(located);
  const isOffline = hosts.stateOf(located)?.state === 'offline';

  const answer = (body: AnswerBody) => {
    hadFocus.current = article.current?.contains(document.activeElement) === true;
    inbox.answer(interaction.id, body);
  };
  useEffect(() => {
    if (isOver && article.current) makeWay(article.current, hadFocus.current);
  }, [isOver]);

  // The card leaves soon; the line stays until the screen changes.
  useEffect(() => {
    if (phase === 'answered' && note)
      showDone({ words: `${note}: ${interactionText(interaction, cwd).line}` });
  }, [phase]);

  return (
    <article
      ref={article}
      class={`card ${isOver ? 'over' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the card that is in focus
      tabIndex={0}
      data-card={interaction.id}
      data-over={isOver ? '' : undefined}
      aria-busy={isBusy}
      aria-label={`${[projectName(cwd), session?.title].filter(Boolean).join(' · ')}: ${KINDS[interaction.kind]}`}
    >
      {!isDocked && (
        <header class="card-head">
          <Link href={`/sessions/${address}`} class="cut">
            <strong>{projectName(cwd) || t('session')}</strong>
            {host !== undefined && <span class="muted"> {t('on {host}', { host })}</span>}
            {session?.title && <span class="muted"> · {session.title}</span>}
          </Link>
          <Ago at={interaction.opened_at} />
        </header>
      )}
      {isDocked && !isOver && (
        <button
          type="button"
          class="card-head hide-card"
          aria-expanded={!isHidden}
          onClick={() => setHidden(!isHidden)}
        >
          <span class="cut">{isHidden ? interactionText(interaction, cwd).line : t('Waiting for you')}</span>
          <Icon name={isHidden ? 'forward' : 'down'} />
        </button>
      )}
      {isHidden && !isOver ? null : isOver ? (
        <p class={`over-note ${card.isRefused ? 'refused' : ''}`} role="status">
          <Icon name={card.isRefused ? 'close' : 'check'} /> {note}
        </p>
      ) : (
        <>
          {(interaction.flags ?? []).map(({ message }) => (
            <Warning key={message} words={message} />
          ))}
          {phase === 'failed' && note && <Warning words={note} />}
          {phase === 'open' && note && <p class="notice blue">{note}</p>}
          <fieldset disabled={isBusy || isOffline} class="card-body">
            <Suspense fallback={null}>
              <Form card={card} cwd={cwd} onAnswer={answer} />
            </Suspense>
          </fieldset>
          {phase === 'unsent' && (
            <p class="notice blue" role="status">
              <span>{note}</span>
              <button type="button" class="text-button" onClick={() => inbox.withdraw(interaction.id)}>
                {t('Cancel sending')}
              </button>
            </p>
          )}
          {isOffline && (
            <p class="notice blue">
              <Icon name="info" />{' '}
              {t('{host} is offline. You can answer when it is back.', { host: host ?? '' })}
            </p>
          )}
          {interaction.routes.length === 0 && (
            <p class="notice blue">
              <Icon name="info" /> {t('Answer this in the session’s terminal')}
            </p>
          )}
          {!hub.mayAnswer && (
            <p class="muted small">
              {t('This device can only view. To answer, it needs the approver role.')}
            </p>
          )}
        </>
      )}
    </article>
  );
});

/** The next card follows at the top of a card that is over: it must start at its title, and keyboard users continue there. */
function makeWay(over: HTMLElement, hadFocus: boolean): void {
  const top = over.parentElement?.closest('.scroll, .docked-cards')?.getBoundingClientRect().top ?? 0;
  if (over.getBoundingClientRect().top < top) over.scrollIntoView({ block: 'start' });
  if (!hadFocus && !over.contains(document.activeElement)) return;
  const cards = [...document.querySelectorAll<HTMLElement>('[data-card]:not([data-over])')];
  const isBelow = (card: HTMLElement) =>
    over.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
  (cards.find(isBelow) ?? cards[0])?.focus({ preventScroll: cards.some(isBelow) });
}

function useFullHub() {
  const hub = useHub();
  return { inbox: hub.inbox, sessions: hub.sessions, hosts: hub.hosts, mayAnswer: hub.mayAnswer() };
}
