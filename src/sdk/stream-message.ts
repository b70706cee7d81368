/** The messages of a subscription, with parsed JSON and known types. */
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import type { SseMessage } from './sse-parser.ts';

/** A message of one type. */
interface Reported<Type extends string, Event> {
  /** The id to resume from; live-only messages have none. */
  readonly id?: string;
  /** The type of the message. */
  readonly type: Type;
  /** The parsed JSON. */
  readonly event: Event;
  /** The raw JSON; for a hook, as Claude Code sent it. */
  readonly data: string;
}

/** A message of a subscription, by `type`. */
export type StreamMessage =
  | Reported<EventType, ReinsEvent>
  /** A hook's JSON verbatim, with `raw: 'hook'`. */
  | Reported<'hook', unknown>
  /** The resume id was unknown or too old: earlier state is void, and a snapshot follows. */
  | Reported<'reset', unknown>
  | Reported<'snapshot', unknown>
  /** A piece of an answer that is being written. */
  | Reported<TextDelta['type'], TextDelta>
  /** Hosts of the fleet came, went or changed. */
  | Reported<'hosts_changed', unknown>
  /** With `questions`: `{toolUseId, questions}` and `{toolUseId, answers}`. */
  | Reported<'interactive_question' | 'interactive_question_answered', unknown>;

const NO_LOG_EVENT: ReadonlySet<string> = new Set([
  'hook',
  'reset',
  'snapshot',
  'interactive_question',
  'interactive_question_answered',
  'text_delta',
  'thinking_delta',
  'hosts_changed',
]);

/** A message of an unknown type is passed on unchanged: a newer hub may send more. */
export function toStreamMessage({ id, event: type, data = 'null' }: SseMessage): StreamMessage {
  return { ...(id !== undefined && { id }), type, event: parse(data), data } as StreamMessage;
}

/** Invalid JSON is still in `data`; it must not break the stream. */
function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

/** Text while it is being written. */
export function isTextDelta(message: StreamMessage): message is Reported<TextDelta['type'], TextDelta> {
  return message.type === 'text_delta' || message.type === 'thinking_delta';
}

/** True for events of the log, known and future ones; false for other messages of streams. */
export function isLogEvent(message: StreamMessage): message is Reported<EventType, ReinsEvent> {
  return !NO_LOG_EVENT.has(message.type) && typeof message.event === 'object' && message.event !== null;
}
