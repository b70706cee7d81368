/** Full-text search over every session, past and present; a result opens the conversation at its place. */
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { missingHosts } from '../../src/core/wording/host-words.ts';
import { HIT_ROLES } from '../../src/core/wording/session-text.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import { withoutMarks } from '../../src/core/wording/without-marks.ts';
import type { SearchAnswer, SearchHit } from '../../src/protocol/history.ts';
import { useHub } from '../hub/page-hub.ts';
import { Ago } from '../parts/ago.tsx';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';
import { hitPath } from './hit-path.ts';

/** Searches while typing, after a short pause. */
const TYPING_MS = 150;

export function SearchScreen() {
  const { client } = useHub();
  const [words, setWords] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [found, setFound] = useState<SearchAnswer>();
  const [problem, setProblem] = useState<string>();
  const filter = { limit: 30, ...(onlyErrors && { errors: true }) };

  // Runs only when the query changes.
  useEffect(() => {
    if (words.trim() === '') {
      setFound(undefined);
      return;
    }
    const end = new AbortController();
    const timer = setTimeout(() => {
      setProblem(undefined);
      client.search(words, filter, end.signal).then(setFound, (error: Error) => {
        if (!end.signal.aborted) setProblem(error.message);
      });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [words, onlyErrors]);

  const more = async () => {
    if (!found?.next_cursor) return;
    const next = await client.search(words, { ...filter, cursor: found.next_cursor });
    setFound({ ...next, items: [...found.items, ...next.items] });
  };

  const missing = missingHosts(found?.hosts_missing);
  return (
    <div class="screen">
      <header class="bar">
        <Link href="/sessions" class="icon-button only-phone" aria-label={t('All sessions')}>
          <Icon name="back" />
        </Link>
        <input
          class="field grow"
          type="search"
          placeholder={t('Search all conversations')}
          aria-label={t('Search all conversations')}
          data-search
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          ref={takeFocus}
        />
      </header>
      <div class="scroll">
        <div class="column">
          <div class="chips flush">
            <button
              type="button"
              class="chip"
              aria-pressed={onlyErrors}
              onClick={() => setOnlyErrors(!onlyErrors)}
            >
              {t('Errors only')}
            </button>
          </div>
          {problem && <Warning words={problem} />}
          {found && !found.is_complete && (
            <p class="notice blue">{t('Older sessions are still being indexed. More results may appear.')}</p>
          )}
          {missing && <p class="notice blue">{missing}</p>}
          {!found && (
            <p class="empty">
              {t('Search every session for words, “quoted phrases”, file and function names')}
            </p>
          )}
          {found?.items.length === 0 && (
            <div class="empty">
              <h2>{t('Nothing found')}</h2>
              <p>{t('Try fewer words, or the start of a word.')}</p>
            </div>
          )}
          <ul>
            {found?.items.map((hit) => (
              <li key={`${hit.session_id}:${hit.position}:${hit.item ?? ''}`}>
                <Hit hit={hit} words={words} />
              </li>
            ))}
          </ul>
          {found?.next_cursor && (
            <button type="button" class="fold" onClick={() => void more()}>
              {t('Show more')}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

function Hit({ hit, words }: { readonly hit: SearchHit; readonly words: string }) {
  const { title, cwd, host, at, role, tool, is_error, snippet } = hit;
  // A command or its output is not markdown.
  const wordsOf = (text: string) => (tool === undefined ? withoutMarks(text) : text);
  const { sessions } = useHub();
  return (
    <Link class="hit" data-row href={hitPath(hit, sessions, words)}>
      <span class="hit-head small muted">
        <span class="cut">
          <strong>{projectName(cwd)}</strong>
          {host !== undefined && ` ${t('on {host}', { host })}`} · {title || t('Untitled session')} ·{' '}
          {tool ?? HIT_ROLES[role]}
          {is_error && ` · ${t('failed')}`}
        </span>
        <Ago at={at} />
      </span>
      <span class="hit-text">
        {snippet.map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : wordsOf(part.text)))}
      </span>
    </Link>
  );
}

/** The screen was opened to write in this field. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}
