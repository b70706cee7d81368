/** Pieces of the API's own stream: text of the main conversation while it is being written, and which block is open. */
import type { StreamLine } from '../claude/stream-line.ts';
import { type LineReading, NOTHING, type StreamState } from './stream-state.ts';

export function readPiece(line: StreamLine, { sessionId, block }: StreamState): LineReading {
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
    // A message that broke off leaves its block open; the next one shows that it is over.
    case 'message_start':
    case 'content_block_stop':
      return block ? { next: { block: undefined } } : NOTHING;
    default:
      return NOTHING;
  }
}
