/** The actions of the palette: screens, the open session, and the theme. */
import { useLocation } from 'wouter';
import { useHub } from '../hub/page-hub.ts';
import { chooseTheme, THEMES, type Theme } from '../hub/theme.ts';
import { showDone } from '../parts/strip.tsx';
import { changeSession } from '../screens/change-session.ts';
import type { Entry } from './palette-entries.ts';

export function useActions(onHelp: () => void): Entry[] {
  const hub = useHub();
  const [address, go] = useLocation();
  const open = /^\/sessions\/([^/]+)/.exec(address)?.[1];
  const session = open === undefined ? undefined : hub.sessions.get(open);
  const to = (path: string, words: string, key?: string): Entry => ({
    id: `go-${path}`,
    words,
    key,
    act: () => go(path),
  });
  const act = (id: string, words: string, call: () => Promise<unknown>): Entry => ({
    id,
    words,
    act: () => void call().catch((error: Error) => showDone({ words: error.message })),
  });
  const ofSession =
    !session || !hub.maySteer() || open === undefined
      ? []
      : [
          act('pin', session.pinned ? 'Unpin this session' : 'Pin this session', () =>
            changeSession(hub, open, { pinned: !session.pinned }),
          ),
          act('archive', session.archived ? 'Unarchive this session' : 'Archive this session', () =>
            changeSession(hub, open, { archived: !session.archived }),
          ),
          ...(session.capabilities.includes('terminal')
            ? [to(`/sessions/${open}/terminal`, 'Open the terminal of this session')]
            : []),
          ...(session.status === 'working' && session.capabilities.includes('interrupt')
            ? [act('interrupt', 'Interrupt this session', () => hub.client.interrupt(open))]
            : []),
        ];
  return [
    ...ofSession,
    ...(hub.maySteer() ? [to('/new', 'New session', 'g n')] : []),
    to('/', 'Inbox', 'g i'),
    to('/sessions', 'All sessions', 'g s'),
    to('/search', 'Search all conversations', 'g f'),
    to('/decisions', 'Decisions', 'g d'),
    to('/rules', 'Rules', 'g r'),
    to('/usage', 'Usage', 'g u'),
    to('/hosts', 'Hosts'),
    to('/settings', 'Settings and devices'),
    { id: 'help', words: 'Keyboard shortcuts', key: '?', act: onHelp },
    ...(Object.keys(THEMES) as Theme[]).map((theme) => ({
      id: `theme-${theme}`,
      words: THEME_WORDS[theme],
      act: () => chooseTheme(theme),
    })),
  ];
}

const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
};
