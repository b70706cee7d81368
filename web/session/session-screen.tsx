/** One session: its live conversation, pending requests and message field. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { toRows } from '../../src/core/conversation/rows.ts';
import { sessionAddress } from '../../src/core/session-address.ts';
import { t } from '../../src/core/translate.ts';
import { ReinsError } from '../../src/protocol/errors.ts';
import { type LiveSession, watchSession } from '../../src/sdk/index.ts';
import { untilAnswered } from '../../src/sdk/retry-until-reached.ts';
import { InteractionCard } from '../cards/interaction-card.tsx';
import { Composer } from '../composer/composer.tsx';
import { useHub } from '../hub/page-hub.ts';
import { Store, useStore } from '../hub/store.ts';
import { Conversation } from './conversation.tsx';
import { DetailsSheet } from './details-sheet.tsx';
import { useSendingRows } from './sending-rows.ts';
import { SessionContext, useAbout } from './session-context.ts';
import { SessionHead } from './session-head.tsx';
import { SessionTerminal } from './session-terminal.tsx';
import { TerminalWait } from './terminal-wait.tsx';
import { Troubles } from './troubles.tsx';
import { workingRow } from './working-row.ts';

/** Enough to scroll back without a request. */
const KEPT_ITEMS = 500;

interface SessionScreenProps {
  readonly id: string;
  /** Shows the terminal instead of the conversation. */
  readonly isTerminal?: boolean;
}

export function SessionScreen({ id, isTerminal = false }: SessionScreenProps) {
  const { inbox, me } = useHub();
  const { live, failure } = useSession(id);
  const cards = useStore(inbox).of(id);
  const [isDetailed, setDetailed] = useState(false);
  const [sent, setSent] = useState(0);
  const view = live?.view;
  const about = useAbout(view);
  // Streaming text changes often; the other rows stay the same.
  const { turns, streaming_text, streaming_item } = view ?? {};
  const settled = useMemo(() => toRows({ turns: turns ?? [] }), [turns]);
  const sending = useSendingRows(id, view);
  const { words, since } = (view && workingRow(view)) ?? {};
  const rows = useMemo(
    () => [
      ...settled,
      ...toRows({ turns: [], streaming_text, streaming_item }),
      ...(words !== undefined && since !== undefined
        ? [{ kind: 'working' as const, id: 'working', words, since }]
        : []),
      ...sending,
    ],
    [settled, streaming_text, streaming_item, words, since, sending],
  );

  const hosts = hostsToChoose(failure);
  if (hosts) return <ChooseHost id={id} hosts={hosts} />;
  if (failure !== undefined) {
    return (
      <div class="empty">
        <h2>{t('Cannot show this session')}</h2>
        <p>{(failure as Error).message}</p>
        {me.session_id === undefined && (
          <Link class="button" href="/sessions">
            {t('All sessions')}
          </Link>
        )}
      </div>
    );
  }
  if (!live || !view) return <div class="screen" aria-busy="true" />;
  return (
    <SessionContext.Provider value={about}>
      <div class="screen">
        <SessionHead view={view} isTerminal={isTerminal} onDetails={() => setDetailed(true)} />
        {isTerminal ? (
          <SessionTerminal view={view} cards={cards} />
        ) : (
          <>
            {rows.length === 0 && view.status === 'idle' ? (
              <p class="conversation empty">{t('Nothing here yet. Write the first prompt below.')}</p>
            ) : (
              <Conversation
                rows={rows}
                hasOlder={view.older_before !== undefined}
                onOlder={() => live.loadOlder()}
                onTooMany={() => live.forgetOlder(KEPT_ITEMS)}
                isWorking={view.status === 'working'}
                sent={sent}
              />
            )}
            <div class="dock">
              <Troubles view={view} />
              {cards.length === 0 && <TerminalWait view={view} />}
              {cards.length > 0 && (
                <div class="docked-cards">
                  {cards.map((card) => (
                    <InteractionCard key={card.interaction.id} card={card} isDocked />
                  ))}
                </div>
              )}
              <Composer view={view} onSent={() => setSent(sent + 1)} />
            </div>
          </>
        )}
        {isDetailed && <DetailsSheet view={view} onClose={() => setDetailed(false)} />}
      </div>
    </SessionContext.Provider>
  );
}

/** The hosts that know the session, if the hub could not decide between them. */
function hostsToChoose(failure: unknown): readonly string[] | undefined {
  if (!(failure instanceof ReinsError) || failure.code !== 'ambiguous_session') return undefined;
  return failure.details?.['hosts'] as string[];
}

function ChooseHost({ id, hosts }: { readonly id: string; readonly hosts: readonly string[] }) {
  return (
    <div class="empty">
      <h2>{t('Several hosts have this session')}</h2>
      <p>{t('Choose the one to open.')}</p>
      {hosts.map((host) => (
        <Link key={host} class="button" href={`/sessions/${sessionAddress({ session_id: id, host })}`}>
          {host}
        </Link>
      ))}
    </div>
  );
}

/** The conversation updates with every event; the rest of the view at this interval. */
const REFRESH_MS = 1000;

interface WatchedSession {
  readonly live: LiveSession | undefined;
  /** Why the session cannot be shown. */
  readonly failure: unknown;
}

class Empty extends Store {}
const NOTHING = new Empty();

/** Keeps a session live while a screen shows it. */
function useSession(id: string): WatchedSession {
  const { client, sessions } = useHub();
  const [live, setLive] = useState<LiveSession>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    untilAnswered(() => watchSession(client, id, { signal, refreshMs: REFRESH_MS }), { signal }).then(
      (session) => !signal.aborted && setLive(session),
      (error) => !signal.aborted && setFailure(error),
    );
    return () => end.abort();
  }, [client, id]);
  useStore(live ?? NOTHING);
  const seq = live?.view.seq;
  useEffect(() => {
    if (seq !== undefined && document.visibilityState === 'visible') sessions.markSeen(id, seq);
  }, [sessions, id, seq]);
  return { live, failure: failure ?? live?.failure };
}
