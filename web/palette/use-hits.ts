/** What the typed words find in conversations, and the way to all results. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import { withoutMarks } from '../../src/core/wording/without-marks.ts';
import type { SearchHit } from '../../src/protocol/history.ts';
import { useHub } from '../hub/page-hub.ts';
import { hitPath } from '../screens/hit-path.ts';
import type { Entry } from './palette-entries.ts';
import { TYPING_MS } from './use-session-entries.ts';

const SHOWN = 4;

export function useHits(words: string): Entry[] {
  const { client, sessions } = useHub();
  const [, go] = useLocation();
  const [hits, setHits] = useState<readonly SearchHit[]>([]);
  useEffect(() => {
    if (words === '') return setHits([]);
    const end = new AbortController();
    const timer = setTimeout(() => {
      client.search(words, { limit: SHOWN }, end.signal).then(
        ({ items }) => setHits(items),
        () => {},
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [words]);
  if (words === '') return [];
  return [
    ...hits.map((hit) => ({
      id: `hit-${hit.session_id}-${hit.position}`,
      words: lineOf(hit),
      about: projectName(hit.cwd),
      act: () => go(hitPath(hit, sessions, words)),
    })),
    {
      id: 'search-all',
      words: t('Search all conversations for “{words}”', { words }),
      act: () => go(`/search?q=${encodeURIComponent(words)}`),
    },
  ];
}

function lineOf({ snippet, tool }: SearchHit): string {
  const text = snippet.map((part) => part.text).join('');
  // A command or its output is not markdown.
  return (tool === undefined ? withoutMarks(text) : text).trim();
}
