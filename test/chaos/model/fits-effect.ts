/** Whether the body of an answer is what took effect. */
import type { ClientName } from '../plan/clients.ts';
import type { Effect } from './effect.ts';

export type AnswerBody = Readonly<Record<string, unknown>>;

/** `unknown` if the call left no trace: Claude Code may have been killed before it could. */
export function fitsEffect(body: AnswerBody, client: ClientName, effect: Effect): boolean | 'unknown' {
  const { ran, received } = effect;
  if (body['decision'] === 'allow') {
    if (ran !== undefined) return ran === (body['input'] ? client : 'as-asked');
    return received === undefined ? 'unknown' : false;
  }
  if (ran !== undefined) return false;
  if (received === undefined) return 'unknown';
  return (
    wordsOf(body).every((words) => received.includes(words)) &&
    (body['decision'] !== 'deny' || effect.isError)
  );
}

/** Whether this answer, and no other, took effect: its edits ran, or the model received its text. */
export function isUniqueEffect(body: AnswerBody, client: ClientName, effect: Effect): boolean {
  const isOwn = body['input'] !== undefined || wordsOf(body).length > 0;
  return isOwn && fitsEffect(body, client, effect) === true;
}

/** The text that the model must receive. */
function wordsOf({ message, reply, answers }: AnswerBody): string[] {
  const answered = Object.values((answers ?? {}) as Record<string, string | string[]>).flat();
  return [message, reply, ...answered].filter((words): words is string => typeof words === 'string');
}
