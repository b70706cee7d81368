/** What a subscription yields: the hub's messages with their JSON read and their type known. */
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import type { SseMessage } from './sse-parser.ts';

interface Told<Type extends string, Event> {
  /** The id to resume from; live-only messages have none. */
  readonly id?: string;
  readonly type: Type;
  readonly event: Event;
  /** The JSON as it travelled; for a hook, as Claude Code sent it. */
  readonly data: string;
}

export type StreamMessage =
  | Told<EventType, ReinsEvent>
  /** A hook's JSON verbatim, with `raw: 'hook'`. */
  | Told<'hook', unknown>
  /** The resume id was unknown or too old: what was known is void, and a snapshot follows. */
  | Told<'reset', unknown>
  | Told<'snapshot', unknown>
  /** A piece of an answer that is being written. */
  | Told<TextDelta['type'], TextDelta>
  /** With `questions`: `{toolUseId, questions}` and `{toolUseId, answers}`. */
  | Told<'interactive_question' | 'interactive_question_answered', unknown>;

const NO_LOG_EVENT: ReadonlySet<string> = new Set([
  'hook',
  'reset',
  'snapshot',
  'interactive_question',
  'interactive_question_answered',
  'text_delta',
  'thinking_delta',
]);

/** A message of a type this version does not know is passed on as it is: a newer hub may tell more. */
export function toStreamMessage({ id, event: type, data = 'null' }: SseMessage): StreamMessage {
  return { ...(id !== undefined && { id }), type, event: parse(data), data } as StreamMessage;
}

/** What is no JSON is still in `data`; it must not break the stream it came in. */
function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** Text while it is being written. */
export function isTextDelta(message: StreamMessage): message is Told<TextDelta['type'], TextDelta> {
  return message.type === 'text_delta' || message.type === 'thinking_delta';
}

/** True for events of the log, known and future ones; false for what streams tell beside it. */
export function isLogEvent(message: StreamMessage): message is Told<EventType, ReinsEvent> {
  return !NO_LOG_EVENT.has(message.type) && typeof message.event === 'object' && message.event !== null;
}
