/** Sessions for the palette: the live list, and older ones that the hub finds. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { sessionAddress } from '../../src/core/session-address.ts';
import { t } from '../../src/core/translate.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import type { Session } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import type { Entry } from './palette-entries.ts';

/** While someone is typing, the hub is asked for the last words only. */
export const TYPING_MS = 150;
const FOUND = 10;

export function useSessionEntries(words: string): Entry[] {
  const hub = useHub();
  const [, go] = useLocation();
  const { sessions } = useStore(hub.sessions);
  const [found, setFound] = useState<readonly Session[]>([]);
  useEffect(() => {
    if (words === '') return setFound([]);
    const timer = setTimeout(() => {
      void hub.client.list({ q: words, limit: FOUND }).then(
        ({ items }) => setFound(items),
        () => setFound([]),
      );
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const known = new Set(sessions.map(sessionAddress));
  const older = found.filter((session) => !known.has(sessionAddress(session)));
  return [...sessions, ...older].map((session) => {
    const { title, cwd, status, labels = [] } = session;
    const address = hub.sessions.addressOf(session);
    const about = [projectName(cwd), ...labels.map((label) => `#${label}`)].join(' ');
    return {
      id: `session-${address}`,
      words: title || t('Untitled session'),
      about,
      status,
      act: () => go(`/sessions/${address}`),
    };
  });
}
