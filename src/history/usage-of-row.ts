/** The token usage in a transcript row: that of the API message it is part of. Pure. */
import { blocksOf, SYNTHETIC_MODEL, type TranscriptRow } from '../claude/transcript-row.ts';
import { isRecord } from '../lib/json-values.ts';
import type { CountedMessage } from '../store/history/usage-store.ts';

type RowUsage = Omit<CountedMessage, 'sessionId' | 'isAgent'> & { readonly isSidechain: boolean };

/**
 * Rows of one message repeat its tokens, so each message must be counted once; the calls of a message are
 * spread over its rows. `at` is for rows without their own time.
 */
export function usageOfRow(row: TranscriptRow, at: number): RowUsage | undefined {
  const { message } = row;
  const usage = row.type === 'assistant' ? message?.usage : undefined;
  const model = message?.model;
  const messageId = message?.id ?? row.uuid;
  if (!usage || !messageId || typeof model !== 'string' || model === SYNTHETIC_MODEL) return undefined;
  const written = numberIn(usage, 'cache_creation_input_tokens');
  const { cache_creation: split, server_tool_use: served } = usage;
  const forAnHour = isRecord(split) ? numberIn(split, 'ephemeral_1h_input_tokens') : 0;
  return {
    messageId,
    at,
    model,
    project: typeof row.cwd === 'string' ? row.cwd : '',
    // Versions up to 2.0 wrote the conversations of subagents into the main transcript.
    isSidechain: row.isSidechain === true,
    tools: [...new Set(toolsIn(row))],
    counts: {
      input: numberIn(usage, 'input_tokens'),
      output: numberIn(usage, 'output_tokens'),
      cacheRead: numberIn(usage, 'cache_read_input_tokens'),
      // Older versions do not record the duration; theirs was five minutes.
      cacheWrite5m: Math.max(0, written - forAnHour),
      cacheWrite1h: forAnHour,
      webSearches: isRecord(served) ? numberIn(served, 'web_search_requests') : 0,
    },
  };
}

function toolsIn({ message }: TranscriptRow): string[] {
  return blocksOf(message).flatMap(({ type, name }) => (type.endsWith('tool_use') && name ? [name] : []));
}

function numberIn(record: Readonly<Record<string, unknown>>, name: string): number {
  const value = record[name];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
