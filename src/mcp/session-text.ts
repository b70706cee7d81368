/** Sessions and conversations as text for a model: short, in order, and bounded. */
import { itemKindOf } from '../core/items/item-kinds.ts';
import { interactionText } from '../core/wording/interaction-text.ts';
import { cleanLine, cleanText } from '../lib/clean-text.ts';
import { durationOf } from '../lib/duration-of.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Item } from '../protocol/conversation.ts';
import type { Session, Turn } from '../protocol/session.ts';
import type { TurnResult } from '../sdk/wait-for-turn.ts';

/** The limits for one item, for the items of a turn, and for a whole conversation. */
const ITEM_LIMIT = 2000;
const TURN_LIMIT = 36_000;
const WHOLE_LIMIT = 40_000;
const LINE_LIMIT = 300;

export function describeSession(session: Session & { readonly address?: string }): string {
  const {
    session_id,
    address = session_id,
    status,
    title,
    cwd,
    driver,
    last_activity_at,
    open_interactions,
    host,
    host_state,
  } = session;
  const waits = open_interactions > 0 ? `, pending requests: ${open_interactions}` : '';
  const isOffline = host_state?.state === 'offline';
  const where =
    host_state || address !== session_id ? ` on ${line(host)}${isOffline ? ', which is offline' : ''}` : '';
  return `${address}  ${status}${waits}  ${line(title) || '(no title)'}  in ${line(cwd)}${where} (${driver}, last active ${last_activity_at})`;
}

/** Consecutive turns of a conversation, newest last. */
export interface Excerpt {
  readonly turns: readonly Turn[];
  /** The last of them is the newest turn of the session. */
  readonly isEnd: boolean;
  /** The hub has even earlier turns. */
  readonly hasMore: boolean;
}

/** Shows the newest `wanted` turns of the excerpt, or as many of them as fit. */
export function describeConversation(
  session: SessionAnswer,
  { turns, isEnd, hasMore }: Excerpt,
  wanted: number,
): string {
  const isBusy = session.status === 'working' || session.status === 'waiting';
  const running = isEnd && isBusy ? turns.at(-1) : undefined;
  const texts = turns.slice(-wanted).map((turn) => describeTurn(turn, turn === running));
  while (texts.length > 1 && texts.join('\n\n').length > WHOLE_LIMIT) texts.shift();
  const left = turns.length - texts.length;
  return [
    describeSession(session),
    ...waitingLines(session),
    ...(left > 0 ? [leftOut(left, hasMore, turns[left])] : []),
    '',
    texts.join('\n\n') || '(no turns)',
  ].join('\n');
}

function waitingLines({ interactions, cwd, waiting_for }: SessionAnswer): string[] {
  const asked = interactions
    .filter(({ state }) => state === 'open')
    .map((interaction) => interactionText(interaction, cwd).line);
  const known = asked.length > 0 || waiting_for === undefined ? asked : [waiting_for];
  return known.map((words) => `WAITING FOR A PERSON: ${line(words)}`);
}

function leftOut(count: number, hasMore: boolean, first: Turn | undefined): string {
  const place = (first?.prompt ?? first?.items[0])?.position;
  const many = `${hasMore ? 'at least ' : ''}${count} earlier ${count === 1 ? 'turn is' : 'turns are'}`;
  return `(${many} not shown; for more, call read_session with before: ${place})`;
}

/** Starts with the prompt and finishes with how the turn ended. */
function describeTurn({ prompt, items, outcome, duration_ms }: Turn, isRunning: boolean): string {
  const body = items.flatMap((item) => describeItem(item) ?? []).join('\n');
  const time = duration_ms === undefined ? '' : ` after ${durationOf(duration_ms)}`;
  return [
    prompt && describeItem(prompt),
    body.length > TURN_LIMIT ? `(earlier text of this turn is not shown)\n${body.slice(-TURN_LIMIT)}` : body,
    outcome ? `END: ${outcome}${time}` : isRunning && 'END: not yet',
  ]
    .filter(Boolean)
    .join('\n');
}

function describeItem(item: Item): string | undefined {
  const line = itemKindOf(item).model(item);
  return line && `${line.label}: ${cut(line.text)}${line.note ? ` ${line.note}` : ''}`;
}

export function describeResult({ session_id, outcome, text, error, cost_usd }: TurnResult): string {
  const cost = cost_usd === undefined ? '' : `, ${cost_usd.toFixed(4)} USD so far`;
  const why = error ? `\n${error.code}: ${error.message}` : '';
  return `Session ${session_id}: ${outcome}${cost}${why}\n\n${cut(text, WHOLE_LIMIT)}`;
}

function cut(text: string, limit = ITEM_LIMIT): string {
  const shown = cleanText(text.slice(0, limit));
  return text.length <= limit ? shown : `${shown} … (${text.length - limit} more characters)`;
}

/** A title must not look like separate lines. */
function line(text: string): string {
  return cleanLine(text.slice(0, LINE_LIMIT));
}
