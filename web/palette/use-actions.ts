/** The actions of the palette: screens, the open session, and the theme. */
import { useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
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
          act('pin', session.pinned ? t('Unpin this session') : t('Pin this session'), () =>
            changeSession(hub, open, { pinned: !session.pinned }),
          ),
          act('archive', session.archived ? t('Unarchive this session') : t('Archive this session'), () =>
            changeSession(hub, open, { archived: !session.archived }),
          ),
          ...(session.capabilities.includes('terminal')
            ? [to(`/sessions/${open}/terminal`, t('Open the terminal of this session'))]
            : []),
          ...(session.status === 'working' && session.capabilities.includes('interrupt')
            ? [act('interrupt', t('Interrupt this session'), () => hub.client.interrupt(open))]
            : []),
        ];
  return [
    ...ofSession,
    ...(hub.maySteer() ? [to('/new', t('New session'), 'g n')] : []),
    to('/', t('Inbox'), 'g i'),
    to('/sessions', t('All sessions'), 'g s'),
    to('/search', t('Search all conversations'), 'g f'),
    to('/decisions', t('Decisions'), 'g d'),
    to('/rules', t('Rules'), 'g r'),
    to('/usage', t('Usage'), 'g u'),
    to('/hosts', t('Hosts')),
    to('/settings', t('Settings and devices')),
    { id: 'help', words: t('Keyboard shortcuts'), key: '?', act: onHelp },
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      words: THEME_WORDS[theme],
      act: () => chooseTheme(theme),
    })),
  ];
}

const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: t('Theme: as the system'),
  light: t('Theme: light'),
  dark: t('Theme: dark'),
};
