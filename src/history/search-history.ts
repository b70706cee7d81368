/**
 * Searches history: finds rows, ranks them by relevance and age, and shows where in each row the words are.
 */
import { readTranscriptRow } from '../adapters/transcript-adapter.ts';
import { newTranscriptState } from '../adapters/transcript-state.ts';
import type { TranscriptRow } from '../claude/transcript-row.ts';
import type { SearchHit, SearchQuery } from '../protocol/history.ts';
import type { HistoryReader, Match, Place } from '../store/history/history-reader.ts';
import { makeSnippet } from './make-snippet.ts';
import { type RowText, readRowText } from './read-findable.ts';
import { matchFile, readSearch, type SearchTerm } from './read-search.ts';

/** Number of ranked rows; of more matches, those in the newest files. */
const RANKED = 1500;
/** For a very common prefix, only the most common words are searched. */
const WORDS_OF_BEGINNING = 40;
/** The best of these are ranked again, using their text. */
const LOOKED_AT = 25;
const DAY_MS = 24 * 60 * 60 * 1000;
/** At this age a row counts half as much as a new one. */
const HALF_LIFE_DAYS = 45;

/** A hit as history has it: titles come from the log. */
export type FoundHit = Omit<SearchHit, 'title'>;

export interface Found {
  readonly hits: readonly FoundHit[];
  readonly nextCursor?: string;
}

interface Candidate extends Match {
  readonly score: number;
}

interface Opened {
  readonly place: Place;
  readonly row: TranscriptRow;
  readonly words: RowText;
  readonly candidate: Candidate;
  readonly score: number;
}

export function searchHistory(reader: HistoryReader, query: SearchQuery, now: number): Found {
  const { match, terms } = readSearch(query.q, (beginning) => {
    const { words, rows } = reader.wordsBeginningWith(beginning, WORDS_OF_BEGINNING);
    return rows > 2 * RANKED ? words : undefined;
  });
  const narrowed = narrow(reader, query);
  if (narrowed === undefined || (match === undefined && narrowed.length === 0)) return { hits: [] };
  const matches = reader.match({
    match: [...narrowed, ...(match === undefined ? [] : [`(${match})`])].join(' AND '),
    since: momentOf(query.since),
    until: momentOf(query.until),
    limit: RANKED,
  });
  const ranked = matches
    .map((one): Candidate => ({ ...one, score: one.relevance * freshness(one.at, now) }))
    .sort((a, b) => b.score - a.score || b.at - a.at);
  const from = Number(query.cursor ?? 0);
  const best = from < LOOKED_AT ? rankAgain(reader, ranked.slice(0, LOOKED_AT), query.q) : [];
  const hits: FoundHit[] = [];
  const seen = new Set<string>();
  let next = from;
  for (; next < ranked.length && hits.length < query.limit; next++) {
    const opened = next < LOOKED_AT ? best[next] : open(reader, ranked[next]);
    // Rows of a transcript that is in two folders, or was rewritten, exist twice.
    const key = opened && `${opened.place.sessionId} ${opened.row.uuid ?? opened.candidate.address}`;
    if (!opened || !key || seen.has(key)) continue;
    seen.add(key);
    hits.push({ ...toHit(opened, terms), rank: next });
  }
  return { hits, ...(next < ranked.length && { nextCursor: String(next) }) };
}

/** Expressions for the filters. Undefined if one of them matches nothing. */
function narrow(reader: HistoryReader, query: SearchQuery): string[] | undefined {
  const { project, branch, tool, role, session, errors, file } = query;
  const wanted: [string, (value: string) => boolean][] = [];
  if (project) wanted.push(['project', (cwd) => isProject(cwd, project)]);
  if (branch) wanted.push(['branch', (name) => name === branch]);
  if (tool) wanted.push(['tool', (name) => name.toLowerCase() === tool.toLowerCase()]);
  if (role) wanted.push(['role', (name) => name === role]);
  if (session) wanted.push(['session', (id) => id === session]);
  if (errors) wanted.push(['error', () => true]);
  const expressions: string[] = [];
  for (const [kind, isWanted] of wanted) {
    const tokens = reader.labelTokens(kind, isWanted);
    if (tokens.length === 0) return undefined;
    expressions.push(`labels : (${tokens.join(' OR ')})`);
  }
  const files = file && matchFile(file);
  return files ? [...expressions, files] : expressions;
}

function isProject(cwd: string, wanted: string): boolean {
  const folder = wanted.replace(/\/+$/, '');
  return cwd === folder || cwd.startsWith(`${folder}/`) || cwd.endsWith(`/${folder}`);
}

/** 1 for now, less with age; times in the future come from a wrong clock. */
function freshness(at: number, now: number): number {
  const days = Math.max(0, now - at) / DAY_MS;
  return 0.4 + 0.6 * 2 ** (-days / HALF_LIFE_DAYS);
}

/** Rows with the exact words, and texts by people and Claude, come first. */
function rankAgain(reader: HistoryReader, best: readonly Candidate[], q: string): (Opened | undefined)[] {
  const typed = q.replaceAll('"', '').trim().toLowerCase();
  return best
    .map((candidate) => {
      const opened = open(reader, candidate);
      if (!opened) return undefined;
      const { role, text } = opened.words;
      const isExact = typed !== '' && text.toLowerCase().includes(typed);
      const isSaid = role === 'user' || role === 'assistant' || role === 'title';
      return { ...opened, score: opened.score * (isExact ? 1.6 : 1) * (isSaid ? 1.25 : 1) };
    })
    .sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0));
}

function open(reader: HistoryReader, candidate: Candidate | undefined): Opened | undefined {
  const place = candidate && reader.locate(candidate.address);
  const line = place && reader.line(candidate.address, place.offset);
  if (!place || !line) return undefined;
  const row = JSON.parse(line) as TranscriptRow;
  const words = readRowText(row, new Map());
  return words && { place, row, words, candidate, score: candidate.score };
}

function toHit({ place, row, words, candidate }: Opened, terms: readonly SearchTerm[]): FoundHit {
  const { sessionId, agentId, offset } = place;
  const [draft] = readTranscriptRow(row, offset, newTranscriptState(agentId)).drafts;
  const tool = words.tool;
  const text = words.files.length > 0 ? `${words.files.join(' ')} ${words.text}` : words.text;
  return {
    session_id: sessionId,
    ...(agentId !== undefined && { agent_id: agentId }),
    position: draft?.position ?? offset,
    ...(draft?.item !== undefined && { item: draft.item }),
    at: new Date(candidate.at).toISOString(),
    role: words.role,
    ...(tool !== undefined && { tool }),
    is_error: words.isError,
    cwd: typeof row.cwd === 'string' ? row.cwd : '',
    ...(typeof row.gitBranch === 'string' && { branch: row.gitBranch }),
    snippet: makeSnippet(text, terms),
  };
}

function momentOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
