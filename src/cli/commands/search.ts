/** `reins search`: full-text search over all current and past sessions. */
import { missingHosts } from '../../core/wording/host-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { SearchAnswer, SearchHit } from '../../protocol/history.ts';
import type { SearchFilter } from '../../sdk/history-calls.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { findSession } from '../find-session.ts';
import { printJson } from '../print.ts';
import { cleanLine, cleanText } from '../terminal/clean-text.ts';
import { ageOf, shortId, shortPath } from '../terminal/format.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';

export interface SearchOptions extends Omit<SearchFilter, 'cursor'> {
  readonly json?: boolean;
}

export async function search(words: readonly string[], { json, ...options }: SearchOptions): Promise<number> {
  const { limit: _, ...narrowing } = options;
  if (words.length === 0 && Object.keys(narrowing).length === 0) {
    throw new ReinsError('invalid_request', 'Give words to search for, or a filter such as --errors.');
  }
  const { client } = findHub(process.env);
  const { session } = options;
  const filter: SearchFilter = {
    ...options,
    ...(session !== undefined && { session: await findSession(client, session) }),
  };
  const answer = await client.search(words.map(asTyped).join(' '), filter);
  if (json) printJson(answer);
  else {
    const style = chooseStyle(process.stdout, process.env);
    console.log(renderHits(answer, style, { now: Date.now(), home: process.env['HOME'] }));
  }
  return 0;
}

/** The shell has removed the quotes around a phrase. */
function asTyped(word: string): string {
  return /\s/.test(word) && !word.includes('"') ? `"${word}"` : word;
}

function renderHits(
  { items, next_cursor, is_complete, hosts_missing }: SearchAnswer,
  style: Style,
  view: { now: number; home?: string | undefined },
): string {
  const hits = items.map((hit) => renderHit(hit, style, view));
  const missing = missingHosts(hosts_missing);
  const notes = [
    ...(items.length === 0 ? ['No matches.'] : []),
    ...(next_cursor === undefined
      ? []
      : [style.quiet('There are more matches: show them with --limit, or add words to narrow the search.')]),
    ...(is_complete
      ? []
      : [style.waits('Transcripts are still being read; "reins status" shows the progress.')]),
    ...(missing === undefined ? [] : [style.waits(missing)]),
  ];
  return [...hits, ...notes].join('\n\n');
}

function renderHit(
  hit: SearchHit,
  style: Style,
  { now, home }: { now: number; home?: string | undefined },
): string {
  const { session_id, title, cwd, host, at, role, tool, is_error, agent_id, snippet } = hit;
  const who = [
    tool ?? role,
    ...(agent_id ? ['in a subagent'] : []),
    ...(is_error ? [style.fails('error')] : []),
  ];
  const head = [
    ...(host === undefined ? [] : [host]),
    shortId(session_id),
    ageOf(at, now),
    who.join(' '),
    shortPath(cwd, home),
  ];
  const words = snippet
    .map(({ text, hit: isHit }) => (isHit ? style.waits(mark(cleanText(text), style)) : cleanText(text)))
    .join('');
  return `${style.strong(cleanLine(title) || '-')}  ${style.quiet(cleanLine(head.join('  ')))}\n  ${words}`;
}

/** Without colours, brackets mark a match. */
function mark(text: string, style: Style): string {
  return style.waits('x') === 'x' ? `[${text}]` : text;
}
