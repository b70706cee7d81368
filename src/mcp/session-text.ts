/** Sessions and conversations as text for a model: short, in order, and bounded. */
import { toolWords } from '../core/words/tool-words.ts';
import { cleanLine, cleanText } from '../lib/clean-text.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Item, Session, Turn } from '../protocol/session.ts';
import type { TurnResult } from '../sdk/wait-for-turn.ts';

/** What one item may take, and what a whole conversation may. */
const ITEM_LIMIT = 2000;
const WHOLE_LIMIT = 40_000;
const LINE_LIMIT = 300;

export function describeSession(session: Session): string {
  const { session_id, status, title, cwd, driver, last_activity_at, open_interactions } = session;
  const waits = open_interactions > 0 ? `, waits for ${open_interactions} answers of a person` : '';
  return `${session_id}  ${status}${waits}  ${line(title) || '(no title)'}  in ${line(cwd)} (${driver}, last active ${last_activity_at})`;
}

export function describeConversation(answer: SessionAnswer, turns: number): string {
  const newest = answer.turns.slice(-turns);
  const left = answer.turns.length - newest.length;
  const text = newest.map(describeTurn).join('\n\n');
  const cut = text.length > WHOLE_LIMIT ? `(earlier text left out)\n${text.slice(-WHOLE_LIMIT)}` : text;
  return [
    describeSession(answer),
    ...(left > 0 ? [`(${left} earlier turns are not shown)`] : []),
    '',
    cut,
  ].join('\n');
}

function describeTurn({ items }: Turn): string {
  return items.flatMap((item) => describeItem(item) ?? []).join('\n');
}

function describeItem(item: Item): string | undefined {
  switch (item.kind) {
    case 'prompt':
      return `USER: ${cut(item.text)}`;
    case 'text':
      return `CLAUDE: ${cut(item.text)}`;
    case 'tool': {
      const { verb, object } = toolWords(item.name, item.input);
      return `TOOL: ${cut(`${verb} ${object}`.trim())}${item.is_error ? ' (failed)' : ''}`;
    }
    case 'error':
      return `ERROR: ${cut(item.message)}`;
    default:
      return undefined;
  }
}

export function describeResult({ session_id, outcome, text, error, cost_usd }: TurnResult): string {
  const cost = cost_usd === undefined ? '' : `, ${cost_usd.toFixed(4)} USD so far`;
  const why = error ? `\n${error.code}: ${error.message}` : '';
  return `Session ${session_id}: ${outcome}${cost}${why}\n\n${cut(text, WHOLE_LIMIT)}`;
}

function cut(text: string, limit = ITEM_LIMIT): string {
  const shown = cleanText(text.slice(0, limit));
  return text.length <= limit ? shown : `${shown} … (${text.length - limit} more letters)`;
}

/** A title must not look like lines of its own. */
function line(text: string): string {
  return cleanLine(text.slice(0, LINE_LIMIT));
}
