/**
 * The conversation of a session without a transcript. Its lines are read like transcript rows, so that the
 * facts are the same; prompts are known from the messages that the hub delivered.
 */
import type { StreamLine } from '../claude/stream-line.ts';
import { blocksOf, SYNTHETIC_MODEL, type TranscriptRow } from '../claude/transcript-row.ts';
import type { Usage } from '../protocol/primitives.ts';
import { readStreamPrompts, readTaskPrompt } from './stream-prompts.ts';
import {
  type LineReading,
  NOTHING,
  type StreamContext,
  type StreamFact,
  type StreamState,
} from './stream-state.ts';
import { tokenCount } from './token-count.ts';
import { readTranscriptRow } from './transcript-adapter.ts';
import { newTranscriptState } from './transcript-state.ts';

export function readConversationLine(
  line: StreamLine,
  context: StreamContext,
  state: StreamState,
): LineReading {
  switch (line.type) {
    case 'assistant':
    case 'user': {
      const row = line.type === 'user' ? userRow(line) : assistantRow(line, state);
      if (!row) return NOTHING;
      const facts = readRow(row, context, state, line.agent_id);
      return row.isCompactSummary ? { facts, next: { boundary: undefined } } : { facts };
    }
    case 'system':
      return readSystem(line, context, state);
    case 'result':
      return {
        facts: [...usagesOf(line), ...commandOf(line, context, state)],
        ...(state.boundary !== undefined && { next: { boundary: undefined } }),
      };
    default:
      return NOTHING;
  }
}

function readSystem(line: StreamLine, context: StreamContext, state: StreamState): LineReading {
  if (line.subtype === 'status' && line.status === 'requesting')
    return readStreamPrompts(line, context, state);
  if (line.subtype === 'task_notification') return readTaskPrompt(line, context, state);
  if (line.subtype !== 'compact_boundary') return NOTHING;
  const { trigger, pre_tokens: preTokens, post_tokens: postTokens } = line.compact_metadata ?? {};
  const row: TranscriptRow = {
    ...common(line),
    subtype: line.subtype,
    compactMetadata: {
      ...(trigger !== undefined && { trigger }),
      ...(preTokens !== undefined && { preTokens }),
      ...(postTokens !== undefined && { postTokens }),
    },
  };
  return { facts: readRow(row, context, state), next: { boundary: line.uuid } };
}

function readRow(
  row: TranscriptRow,
  { position, session }: StreamContext,
  { sessionId, boundary }: StreamState,
  agentId?: string,
): StreamFact[] {
  const model = session(sessionId)?.observed.model?.value;
  const { drafts } = readTranscriptRow(row, position, {
    ...newTranscriptState(agentId),
    ...(boundary !== undefined && { boundary }),
    seen: { ...(model !== undefined && { model }) },
  });
  return drafts.map(({ source: _, at: __, ...fact }) => fact as StreamFact);
}

function common({ type, uuid, message }: StreamLine): TranscriptRow {
  return { type, ...(uuid !== undefined && { uuid }), ...(message && { message }) };
}

/** The result contains the output of slash commands and the full usage; a line has only its start. */
function assistantRow(line: StreamLine, { block }: StreamState): TranscriptRow | undefined {
  const { message, is_api_error_message, api_error_status, error } = line;
  if (message?.model === SYNTHETIC_MODEL && !is_api_error_message) return undefined;
  const { usage: _, stop_reason: __, ...rest } = message ?? {};
  const isBlock = block !== undefined && block.messageId === message?.id;
  return {
    ...common(line),
    message: rest,
    ...(isBlock && { apiBlockIndex: block.index }),
    ...(line.aborted && { isAbortedMidStream: true }),
    ...(is_api_error_message && { isApiErrorMessage: true, error }),
    ...(typeof api_error_status === 'number' && { apiErrorStatus: api_error_status }),
  };
}

/** Results of tools, prompts of subagents, summaries. The result reports an interrupted turn. */
function userRow(line: StreamLine): TranscriptRow | undefined {
  const isResult = blocksOf(line.message).some(({ type }) => type === 'tool_result');
  if (!isResult && line.agent_id === undefined && !line.isSynthetic) return undefined;
  const decision = line.tool_result_meta?.[0]?.permission_decision;
  return {
    ...common(line),
    ...(line.tool_use_result !== undefined && { toolUseResult: line.tool_use_result }),
    ...(decision && { permissionDecision: decision }),
    ...(line.isSynthetic && !isResult && { isCompactSummary: true }),
  };
}

/** For all requests since the last turn, including those of subagents. */
function usagesOf({ uuid = '', model_usage_since_last_result = {} }: StreamLine): StreamFact[] {
  return Object.entries(model_usage_since_last_result).flatMap(([model, counts]) => {
    const count = (name: string) => tokenCount(counts[name]);
    const usage: Usage = {
      input_tokens: count('inputTokens'),
      output_tokens: count('outputTokens'),
      cache_read_input_tokens: count('cacheReadInputTokens'),
      cache_creation_input_tokens: count('cacheCreationInputTokens'),
    };
    const isUsed = Object.values(usage).some((tokens) => tokens > 0);
    return isUsed
      ? [{ type: 'usage_counted' as const, key: `usage:${uuid}:${model}`, message_id: uuid, model, usage }]
      : [];
  });
}

function commandOf(
  { uuid = '', local_command, result = '', user_message_uuids = [] }: StreamLine,
  { position, session }: StreamContext,
  { sessionId }: StreamState,
): StreamFact[] {
  if (local_command === undefined) return [];
  const id = user_message_uuids[0] ?? uuid;
  const [, args = ''] = /^\/\S+\s+(.*)$/s.exec(session(sessionId)?.messages[id]?.text ?? '') ?? [];
  const item = `command:${id}`;
  return [
    { type: 'command_run', key: item, item, position, name: `/${local_command}`, args },
    ...(result.trim() === ''
      ? []
      : [{ type: 'command_printed' as const, key: `printed:${id}`, item, position, text: result }]),
  ];
}
