/** Turns the log's projections into the API's answers: lists, views, pages of a conversation. */
import { groupTurns } from '../core/group-turns.ts';
import { presentDetails, presentSession } from '../core/present-session.ts';
import type { SessionState } from '../core/session-state.ts';
import type { WholeSession } from '../core/whole-session.ts';
import type { PendingQuestions, SessionAnswer, SessionList, TurnsPage } from '../protocol/api.ts';
import type { Item } from '../protocol/conversation.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Reader, ServerDeps, Steering } from './server-deps.ts';
import { toResumeId } from './streams/resume-id.ts';

type LogDeps = Pick<ServerDeps, 'reader' | 'fleet'>;
type ViewDeps = LogDeps & Pick<ServerDeps, 'live' | 'completeFrom'>;

export function listSessions(
  { reader, fleet }: LogDeps,
  query: Parameters<Reader['sessions']>[0],
): SessionList {
  const { sessions, nextCursor } = reader.sessions(query);
  return {
    items: sessions.map(({ key, state }) => ({ ...presentSession(state), ...fleet.stateOf(key) })),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    last_event_id: toResumeId(reader.epochs(), reader.lastPlace()),
  };
}

/** The named sessions that exist, in the given order. */
export function namedSessions({ reader, fleet }: LogDeps, ids: readonly string[]): SessionList {
  return {
    items: ids
      .flatMap((id) => reader.keysOf(id))
      .flatMap((key) => {
        const state = reader.session(key);
        return state ? [{ ...presentSession(state), ...fleet.stateOf(key) }] : [];
      }),
    last_event_id: toResumeId(reader.epochs(), reader.lastPlace()),
  };
}

/** Throws `session_not_found`. */
export function viewSession(
  { reader, fleet, live, completeFrom }: ViewDeps,
  sessionId: string,
  bounds: { readonly limit: number; readonly maxBytes: number },
): SessionAnswer {
  const state = requireSession(reader, sessionId);
  const writing = live.current(sessionId);
  const from = completeFrom(sessionId);
  const details = presentDetails(state);
  return {
    ...details,
    messages: [...details.messages, ...fleet.promptsFor(sessionId)],
    ...fleet.stateOf(sessionId),
    ...(bounds.limit === 0 ? { turns: [] } : pageOfTurns(reader, { sessionId, ...bounds, from })),
    ...(writing && { streaming_text: writing.text, streaming_item: writing.item }),
    ...(from !== undefined && { reading: true as const }),
    last_event_id: toResumeId(reader.epochs(sessionId), reader.lastPlace(sessionId)),
  };
}

/** If items are missing because those in between are still being read, there are always older ones. */
export function pageOfTurns(reader: Reader, query: Parameters<Reader['items']>[0]): TurnsPage {
  const { items, olderBefore = query.from } = reader.items(query);
  return {
    turns: groupTurns(fitItems(items, query.maxBytes)),
    ...(olderBefore !== undefined && { older_before: olderBefore }),
  };
}

/** The items after a place. */
export function pageOfNewerTurns(reader: Reader, query: Parameters<Reader['itemsAfter']>[0]): TurnsPage {
  const { items, newerAfter } = reader.itemsAfter(query);
  return {
    turns: groupTurns(fitItems(items, query.maxBytes)),
    ...(newerAfter !== undefined && { newer_after: newerAfter }),
  };
}

/** Pending questions that have a tool use as their name. */
export function pendingQuestions(reader: Reader, sessionId: string): PendingQuestions {
  const open = reader.interactions('open', sessionId);
  return {
    items: open.flatMap(({ kind, tool_use_id, input, opened_at }) =>
      kind === 'question' && tool_use_id !== undefined
        ? [{ tool_use_id, toolUseId: tool_use_id, questions: asAsked(input['questions']), opened_at }]
        : [],
    ),
  };
}

/** Claude's own JSON, unchanged. */
function asAsked(questions: unknown): PendingQuestions['items'][number]['questions'] {
  return questions as PendingQuestions['items'][number]['questions'];
}

/** Returns the steering of a known session. Throws `session_not_found`. */
export function steeringOf(
  { reader, steering }: Pick<ServerDeps, 'reader' | 'steering'>,
  sessionId: string,
): Steering {
  requireSession(reader, sessionId);
  return steering;
}

export function requireSession(reader: Reader, sessionId: string): SessionState {
  return found(reader.session(sessionId), sessionId);
}

export function requireWhole(whole: WholeSession | undefined, sessionId: string): WholeSession {
  return found(whole, sessionId);
}

function found<Session>(session: Session | undefined, sessionId: string): Session {
  if (session) return session;
  throw new ReinsError('session_not_found', `There is no session ${sessionId} on this host.`, {
    session_id: sessionId,
  });
}

/** Each step leaves less of every string and list, until the item fits. */
const STEPS = [
  { characters: 100_000, entries: 2000 },
  { characters: 10_000, entries: 200 },
  { characters: 500, entries: 20 },
];

/**
 * Cuts items that are too large for any page: a tool may print more than anyone can read. A page of several
 * places is small enough as a whole; the items of a single one may be too large.
 */
function fitItems(items: readonly Item[], maxBytes: number): readonly Item[] {
  const isOnePlace = items.every(({ position }) => position === items[0]?.position);
  return isOnePlace ? items.map((item) => fitItem(item, maxBytes)) : items;
}

/** The item itself if it fits. Each cut is marked in place; the events have the whole text. */
function fitItem(item: Item, maxBytes: number): Item {
  let fitted = item;
  for (const step of STEPS) {
    if (JSON.stringify(fitted).length <= maxBytes) return fitted;
    fitted = cut(item, step) as Item;
  }
  return fitted;
}

function cut(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const more = value.length - step.characters;
    return more > 0 ? `${value.slice(0, step.characters)}… (${more} more characters)` : value;
  }
  if (Array.isArray(value)) {
    const more = value.length - step.entries;
    const kept = value.slice(0, step.entries).map((entry) => cut(entry, step));
    return more > 0 ? [...kept, `… (${more} more entries)`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, step.entries);
  return Object.fromEntries(entries.map(([name, entry]) => [name, cut(entry, step)]));
}
