/** Transcript rows of type `assistant`: one row per content block, several rows per message. */
import { blocksOf, type RowBlock, SYNTHETIC_MODEL, type TranscriptRow } from '../claude/transcript-row.ts';
import { isRecord, textOf } from '../lib/json-values.ts';
import type { Usage } from '../protocol/primitives.ts';
import { tokenCount } from './token-count.ts';
import type { RowFact, RowReading, TranscriptState } from './transcript-state.ts';

/** A headless run writes no row at the end of a turn; its last message marks it. */
const FINAL = new Set(['end_turn', 'stop_sequence', 'max_tokens', 'refusal']);

export function readAssistantRow(row: TranscriptRow, offset: number, state: TranscriptState): RowReading {
  const { message } = row;
  const blocks = blocksOf(message);
  const here = { at: state.at, position: offset + 0.5 };
  if (row.isApiErrorMessage) return readFailure(row, blocks, here);
  if (isFiller(message?.model, blocks)) return { facts: [] };

  const uuid = row.uuid ?? '';
  const messageId = message?.id ?? uuid;
  const facts = blocks.flatMap((block, index) =>
    readBlock(row, messageId, (row.apiBlockIndex ?? 0) + index, block),
  );
  const model = message?.model;
  const isReal = typeof model === 'string' && model !== SYNTHETIC_MODEL;
  if (isReal && message?.usage) {
    facts.push({
      type: 'usage_counted',
      key: `usage:${messageId}`,
      message_id: messageId,
      model,
      usage: usageOf(message.usage),
    });
  }
  const isHeadless = row.entrypoint !== undefined && row.entrypoint !== 'cli';
  const isFinal = state.agentId === undefined && FINAL.has(message?.stop_reason ?? '');
  if (isHeadless && isFinal && state.promptId) {
    const id = `end:${state.promptId}`;
    facts.push({ type: 'turn_finished', key: id, item: id, prompt_id: state.promptId, outcome: 'completed' });
  }
  const lastText = isFinal && !isHeadless ? here : undefined;
  return { facts, next: { lastText }, ...(isReal && { observed: { model } }) };
}

/**
 * Claude Code's placeholder if a resumed conversation would otherwise end with the user (2.1.325): not from a
 * model, and not for people.
 */
function isFiller(model: string | undefined, [block, ...more]: readonly RowBlock[]): boolean {
  return model === SYNTHETIC_MODEL && more.length === 0 && block?.text === 'No response requested.';
}

function readBlock(row: TranscriptRow, messageId: string, block: number, content: RowBlock): RowFact[] {
  // Rows of older versions have no block index: their own uuid distinguishes them.
  const id = row.apiBlockIndex === undefined ? `${messageId}:${row.uuid}:${block}` : `${messageId}:${block}`;
  const common = { key: `block:${id}`, item: `block:${id}`, message_id: messageId, block };
  switch (content.type) {
    case 'text':
      return [
        {
          type: 'assistant_text',
          ...common,
          text: content.text ?? '',
          ...(row.isAbortedMidStream && { aborted: true }),
        },
      ];
    case 'thinking':
    case 'redacted_thinking':
      return [{ type: 'assistant_thinking', ...common, text: content.thinking ?? '' }];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const tool_use_id = content.id ?? '';
      const item = `tool:${tool_use_id}`;
      const { name = '', input } = content;
      return [
        { type: 'tool_started', key: item, item, tool_use_id, name, input: isRecord(input) ? input : {} },
      ];
    }
    default:
      return [
        { type: 'row_kept', key: `block:${id}`, row_type: `assistant/${content.type}`, row: { ...content } },
      ];
  }
}

function readFailure(
  row: TranscriptRow,
  blocks: readonly RowBlock[],
  lastText: TranscriptState['lastText'],
): RowReading {
  const uuid = row.uuid ?? '';
  const error = typeof row.error === 'string' ? row.error : 'unknown';
  const fact: RowFact = {
    type: 'api_failed',
    key: `failed:${uuid}`,
    item: `error:${uuid}`,
    uuid,
    error,
    message: blocks.map(({ text }) => textOf(text)).join('\n'),
    ...(row.apiErrorStatus !== undefined && { status: row.apiErrorStatus }),
  };
  return { facts: [fact], next: { failure: error, lastText } };
}

function usageOf(usage: Readonly<Record<string, unknown>>): Usage {
  const count = (name: keyof Usage) => tokenCount(usage[name]);
  return {
    input_tokens: count('input_tokens'),
    output_tokens: count('output_tokens'),
    cache_read_input_tokens: count('cache_read_input_tokens'),
    cache_creation_input_tokens: count('cache_creation_input_tokens'),
  };
}
