/** The whole page: signs in first, then shows the screen for the current address. */
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Route, Router, Switch, useLocation } from 'wouter';
import { t } from '../src/core/translate.ts';
import { forgetOtherCards } from './cards/use-card-state.ts';
import { admit, type Entry, enter } from './hub/entry.ts';
import { HubProvider, type PageHub } from './hub/page-hub.ts';
import { useStore } from './hub/store.ts';
import { HelpSheet } from './keys/help-sheet.tsx';
import { useKeys } from './keys/use-keys.ts';
import { Aside } from './parts/aside.tsx';
import { Banner } from './parts/banner.tsx';
import { DoneStrip } from './parts/strip.tsx';
import { Tabs } from './parts/tabs.tsx';
import { useIsDesk } from './parts/use-is-desk.ts';
import { DoorScreen } from './screens/door-screen.tsx';
import { InboxScreen } from './screens/inbox-screen.tsx';
import { SessionsScreen } from './screens/sessions-screen.tsx';

const SessionScreen = lazy(() =>
  import('./session/session-screen.tsx').then(({ SessionScreen }) => ({ default: SessionScreen })),
);
const ExcerptScreen = lazy(() =>
  import('./session/excerpt-screen.tsx').then(({ ExcerptScreen }) => ({ default: ExcerptScreen })),
);
const SearchScreen = lazy(() =>
  import('./screens/search-screen.tsx').then(({ SearchScreen }) => ({ default: SearchScreen })),
);
const DecisionsScreen = lazy(() =>
  import('./screens/decisions-screen.tsx').then(({ DecisionsScreen }) => ({ default: DecisionsScreen })),
);
const RulesScreen = lazy(() =>
  import('./rules/rules-screen.tsx').then(({ RulesScreen }) => ({ default: RulesScreen })),
);
const NewSessionScreen = lazy(() =>
  import('./new-session/new-session-screen.tsx').then(({ NewSessionScreen }) => ({
    default: NewSessionScreen,
  })),
);
const HostsScreen = lazy(() =>
  import('./screens/hosts-screen.tsx').then(({ HostsScreen }) => ({ default: HostsScreen })),
);
const SettingsScreen = lazy(() =>
  import('./screens/settings-screen.tsx').then(({ SettingsScreen }) => ({ default: SettingsScreen })),
);

const Palette = lazy(() => import('./palette/palette.tsx').then(({ Palette }) => ({ default: Palette })));

const UsageScreen = lazy(() =>
  import('./usage/usage-screen.tsx').then(({ UsageScreen }) => ({ default: UsageScreen })),
);

/** `entering` starts before the first render; without it the pairing screen is shown. */
export function App({ entering }: { readonly entering: Promise<Entry> | undefined }) {
  const [entry, setEntry] = useState<Entry>();
  const again = () => {
    if (entry?.state === 'in') entry.hub.close();
    setEntry(undefined);
    void enter().then(admit).then(setEntry);
  };
  // Once, when the page opens.
  useEffect(() => {
    if (entering) void entering.then(admit).then(setEntry);
    else setEntry({ state: 'stranger' });
  }, []);
  if (!entry) return <p class="empty">{t('Connecting to the hub…')}</p>;
  if (entry.state !== 'in') return <DoorScreen entry={entry} onAgain={again} />;
  const { session_id } = entry.hub.me;
  return (
    <HubProvider value={entry.hub}>
      <Router>
        {session_id === undefined ? (
          <Frame hub={entry.hub} onRefused={again} />
        ) : (
          <Suspense fallback={null}>
            <main class="guest">
              <SessionScreen key={session_id} id={session_id} />
            </main>
          </Suspense>
        )}
      </Router>
    </HubProvider>
  );
}

function Frame({ hub, onRefused }: { readonly hub: PageHub; readonly onRefused: () => void }) {
  const [address] = useLocation();
  const isDesk = useIsDesk();
  const { refusal } = useStore(hub.connection);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useKeys({ onHelp: () => setHelpOpen(true), onPalette: () => setPaletteOpen(true) });
  useWaitingSign(hub);
  useForgetting(hub);
  useLinks();
  useGuide();
  // Only when the hub has refused this device.
  useEffect(() => {
    if (refusal !== undefined) onRefused();
  }, [refusal]);
  const inSession = /^\/sessions\/./.test(address);
  return (
    <div class="app">
      <Banner />
      {isDesk && <Aside />}
      <main class="main">
        <Suspense fallback={null}>
          <Switch>
            <Route path="/sessions/:id/at/:position">
              {({ id, position }) => <ExcerptScreen id={id} position={Number(position)} />}
            </Route>
            <Route path="/sessions/:id/:part?">
              {({ id, part }) => <SessionScreen key={id} id={id} isTerminal={part === 'terminal'} />}
            </Route>
            <Route path="/sessions">
              <SessionsScreen />
            </Route>
            <Route path="/new">
              {hub.maySteer() ? (
                <NewSessionScreen />
              ) : (
                <p class="empty">{t('This device cannot start sessions. It needs the operator role.')}</p>
              )}
            </Route>
            <Route path="/search">
              <SearchScreen />
            </Route>
            <Route path="/decisions">
              <DecisionsScreen />
            </Route>
            <Route path="/rules">
              <RulesScreen />
            </Route>
            <Route path="/usage">
              <UsageScreen />
            </Route>
            <Route path="/hosts">
              <HostsScreen />
            </Route>
            <Route path="/settings">
              <SettingsScreen />
            </Route>
            <Route path="/asks/:id">{({ id }) => <InboxScreen opened={id} />}</Route>
            <Route>
              <InboxScreen />
            </Route>
          </Switch>
        </Suspense>
      </main>
      {!isDesk && !inSession && <Tabs />}
      <DoneStrip />
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setPaletteOpen(false)} onHelp={() => setHelpOpen(true)} />
        </Suspense>
      )}
      {isHelpOpen && <HelpSheet onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Goes to the address in a notification that was tapped. */
function useGuide(): void {
  const [, go] = useLocation();
  useEffect(() => {
    const guide = ({ data }: MessageEvent) => {
      if (data?.type === 'go' && /^\/(?!\/)/.test(String(data.path))) go(String(data.path));
    };
    navigator.serviceWorker?.addEventListener('message', guide);
    return () => navigator.serviceWorker?.removeEventListener('message', guide);
  }, [go]);
}

/** Plain links change the screen without reloading the page. One listener serves all links, so long lists stay cheap. */
function useLinks(): void {
  const [, go] = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // Modified clicks open another tab or window.
      const isPlain =
        !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0;
      if (link?.target !== '' || link.origin !== location.origin) return;
      if (!isPlain || event.defaultPrevented || link.hasAttribute('download')) return;
      if (link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      go(link.pathname + link.search);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [go]);
}

/** The tag of notifications about pending requests. */
const WAITS = 'waits';

/** Shows the number of pending requests in the title and icons, and closes the notification once there are none. */
function useWaitingSign(hub: PageHub): void {
  const { waiting, isLoaded } = useStore(hub.inbox);
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Reins` : 'Reins';
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute('href', waiting > 0 ? '/icons/reins-waits.svg' : '/icons/reins.svg');
    void navigator.setAppBadge?.(waiting).catch(() => {});
    if (isLoaded && waiting === 0) void closeNotifications().catch(() => {});
  }, [waiting, isLoaded]);
}

/** Drafts of closed requests are of no use. */
function useForgetting(hub: PageHub): void {
  const { cards, isLoaded } = useStore(hub.inbox);
  const open = cards.map(({ interaction }) => interaction.id);
  useEffect(() => {
    if (isLoaded) forgetOtherCards(open);
  }, [isLoaded, open.join()]);
}

/** The hub does not withdraw notifications on a device in the foreground. */
async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications({ tag: WAITS })) ?? []) shown.close();
}
