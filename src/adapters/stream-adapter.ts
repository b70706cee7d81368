/**
 * Turns lines of Claude Code's stream-json output into facts. Pure: `(line, what the log knows, state) ->
 * facts, live text and the next state`. If there is a transcript, it provides the conversation, and the
 * stream only the rest; otherwise stream-conversation.ts provides the conversation too.
 */
import { fitLine, type StreamLine } from '../claude/stream-line.ts';
import type { Draft } from '../core/draft.ts';
import { readConversationLine } from './stream-conversation.ts';
import { closeRequest, openRequest } from './stream-interactions.ts';
import { keepLine } from './stream-keep.ts';
import { readMove } from './stream-move.ts';
import { readResult } from './stream-result.ts';
import {
  type LineReading,
  NOTHING,
  type StreamContext,
  type StreamFact,
  type StreamReading,
  type StreamState,
} from './stream-state.ts';
import { readSystemLine } from './stream-system.ts';

export function readStreamLine(whole: StreamLine, context: StreamContext, state: StreamState): StreamReading {
  const line = fitLine(whole);
  // By far the most lines, and never facts.
  if (line.type === 'stream_event') {
    const { live, next } = readPiece(line, state);
    return { batches: [], ...(live && { live }), state: next ? { ...state, ...next } : state };
  }
  const move = readMove(line, context, state);
  const sessionId = move?.next?.sessionId ?? state.sessionId;
  const here = { ...state, ...move?.next, sessionId };
  const readings = [move ?? NOTHING, readLine(line, whole, context, here)];
  const hasNoTranscript = context.session(sessionId)?.persists === false;
  if (hasNoTranscript) readings.push(readConversationLine(line, context, here));

  const toDraft = (fact: StreamFact): Draft => ({ ...fact, source: 'stream', at: context.at });
  const facts = readings.flatMap((reading) => reading.facts ?? []);
  const batches = [
    ...readings.flatMap((reading) => reading.elsewhere ?? []),
    ...(facts.length > 0 ? [{ sessionId, facts }] : []),
  ].map((batch) => ({ sessionId: batch.sessionId, drafts: batch.facts.map(toDraft) }));
  return {
    batches,
    ...(readings.some(({ isQuiet }) => isQuiet) && { isQuiet: true }),
    state: Object.assign({}, state, ...readings.map(({ next }) => next)),
  };
}

/** `whole` is the line as it was written: unknown lines are stored that way. */
function readLine(
  line: StreamLine,
  whole: StreamLine,
  context: StreamContext,
  state: StreamState,
): LineReading {
  switch (line.type) {
    case 'assistant':
      // The block is complete. Partial lines after it may be missing if nothing read them.
      return line.parent_tool_use_id ? NOTHING : { next: { block: undefined } };
    case 'system':
      return readSystemLine(line, whole, context, state);
    case 'command_lifecycle':
      return readLifecycle(line);
    case 'control_request':
      return openRequest(line, context, state);
    case 'control_cancel_request':
      return closeRequest(line, context, state);
    case 'result':
      return readResult(line, context, state);
    case 'conversation_reset':
      return { next: { reset: line.trigger ?? 'clear' } };
    case 'rate_limit_event':
      return {
        facts: [{ type: 'rate_limited', key: `limit:${line.uuid}`, details: line.rate_limit_info ?? {} }],
      };
    default:
      return REPORTED_ELSEWHERE.has(line.type) ? NOTHING : keepLine(whole, context, `stream/${line.type}`);
  }
}

/** Replies to the driver, heartbeats, and what the transcript or other lines contain. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set([
  'user',
  'control_response',
  'keep_alive',
  'tool_progress',
  'tool_use_summary',
  'prompt_suggestion',
]);

/**
 * The outcome of a message is reported once: Claude Code calls a message cancelled if it left its queue
 * unaccepted, but also if it was accepted and its turn failed.
 */
function readLifecycle({ command_uuid: message_id, state }: StreamLine): LineReading {
  if (message_id === undefined) return NOTHING;
  const key = `accepted:${message_id}`;
  if (state === 'started') return { facts: [{ type: 'message_accepted', key, message_id }] };
  if (state !== 'cancelled') return NOTHING;
  const message = 'Claude Code dropped the prompt from its queue before it was processed. Send it again.';
  return { facts: [{ type: 'message_failed', key, message_id, code: 'cancelled', message }] };
}

/** Pieces of the API's own stream: text of the main conversation while it is being written, and which block is open. */
function readPiece(line: StreamLine, { sessionId, block }: StreamState): LineReading {
  const { event, api_message_id: messageId } = line;
  if (!event || messageId === undefined || line.parent_tool_use_id) return NOTHING;
  const { index = 0, delta } = event;
  switch (event.type) {
    case 'content_block_start':
      return { next: { block: { messageId, index } } };
    case 'content_block_delta': {
      const text = delta?.type === 'thinking_delta' ? delta.thinking : delta?.text;
      if (delta?.type !== 'text_delta' && delta?.type !== 'thinking_delta') return NOTHING;
      return text
        ? { live: { type: delta.type, sessionId, item: `block:${messageId}:${index}`, text } }
        : NOTHING;
    }
    // An aborted message leaves its block open; the next one shows that it is over.
    case 'message_start':
    case 'content_block_stop':
      return block ? { next: { block: undefined } } : NOTHING;
    default:
      return NOTHING;
  }
}
