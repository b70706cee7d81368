/** Pending requests of all sessions, oldest first; below them the running sessions. */
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { t, tn } from '../../src/core/translate.ts';
import { terminalWaitText, waitsInTerminal } from '../../src/core/waits-in-terminal.ts';
import { readKept } from '../hub/kept.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { useClock } from '../parts/ago.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Icon } from '../parts/icon.tsx';
import { AnswerSeveral } from './answer-several.tsx';
import { InstallHint } from './install-hint.tsx';
import { SessionRow } from './session-row.tsx';

const Welcome = lazy(() => import('./welcome.tsx').then(({ Welcome }) => ({ default: Welcome })));

/** `opened` is the id of the request that a notification led to. */
export function InboxScreen({ opened }: { readonly opened?: string }) {
  const { inbox, sessions: store, hosts } = useHub();
  useStore(hosts);
  const { cards, waiting, isLoaded } = useStore(inbox);
  const { sessions } = useStore(store);
  const now = useClock();
  // Other waiting sessions have cards.
  const elsewhere = sessions.filter((session) => waitsInTerminal(session, now));
  const running = sessions.filter(({ status }) => status === 'working' || status === 'starting');
  const [isNew, setNew] = useState(() => !readKept('no-welcome', false));
  const hasInteraction = cards.some(({ interaction }) => interaction.id === opened);
  useEffect(() => {
    if (hasInteraction)
      document.querySelector<HTMLElement>(`[data-card="${CSS.escape(opened ?? '')}"]`)?.focus();
  }, [opened, hasInteraction]);
  return (
    <div class="screen">
      <header class="bar only-phone">
        <h1 class="grow">Reins</h1>
        {running.length > 0 && (
          <span class="status">
            <span class="mark working" aria-hidden="true" />{' '}
            {tn(running.length, '{n} running', '{n} running')}
          </span>
        )}
        <Link href="/settings" class="icon-button" aria-label={t('Settings')}>
          <Icon name="settings" />
        </Link>
      </header>
      <div class="scroll">
        <div class="column">
          {opened !== undefined && isLoaded && !hasInteraction && (
            <p class="notice blue">{t('This request is no longer open.')}</p>
          )}
          {cards.length > 0 && <AnswerSeveral cards={cards} waiting={waiting} />}
          {elsewhere.length > 0 && (
            <section>
              <h2 class="section-head waits">
                {t('Waiting in the terminal')} <span class="count">{elsewhere.length}</span>
              </h2>
              {elsewhere.map((session) => (
                <SessionRow
                  key={store.addressOf(session)}
                  session={session}
                  address={store.addressOf(session)}
                  isUnread={false}
                  waitsFor={terminalWaitText(session)}
                  host={hosts.nameOf(session)}
                />
              ))}
            </section>
          )}
          {isLoaded && cards.length + elsewhere.length === 0 && (
            <>
              {(sessions.length > 0 || !isNew) && <Quiet hasSessions={sessions.length > 0} />}
              {isNew && (
                <Suspense fallback={null}>
                  <Welcome hasSessions={sessions.length > 0} onDismiss={() => setNew(false)} />
                </Suspense>
              )}
            </>
          )}
          {running.length > 0 && (
            <section class="only-phone running">
              <h2 class="section-head">{tn(running.length, 'Running {n}', 'Running {n}')}</h2>
              {running.map((session) => (
                <SessionRow
                  key={store.addressOf(session)}
                  session={session}
                  address={store.addressOf(session)}
                  isUnread={false}
                  host={hosts.nameOf(session)}
                />
              ))}
            </section>
          )}
          <InstallHint />
        </div>
      </div>
    </div>
  );
}

function Quiet({ hasSessions }: { readonly hasSessions: boolean }) {
  if (hasSessions) {
    return (
      <div class="empty">
        <h2>{t('Nothing is waiting for you')}</h2>
        <p>{t('When Claude needs a decision, the request appears here.')}</p>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>{t('No sessions yet')}</h2>
      <p>{t('Connect Claude Code to this hub, then start it in any terminal.')}</p>
      <CopyLine text="reins install" />
    </div>
  );
}
