/** The rows of a Claude Code transcript (`projects/<folder>/<session>.jsonl`), as far as Reins reads them. Seen in 2.1.325. */
import { fitFields, shapeOf } from '../lib/fit-fields.ts';

export interface TranscriptRow {
  readonly type: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly timestamp?: string;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly version?: string;
  readonly entrypoint?: string;
  readonly promptId?: string;
  readonly promptSource?: string;
  readonly permissionMode?: string;
  readonly origin?: { readonly kind?: string };
  readonly isMeta?: boolean;
  readonly isSidechain?: boolean;
  readonly isCompactSummary?: boolean;
  readonly message?: RowMessage;
  readonly apiBlockIndex?: number;
  readonly isAbortedMidStream?: boolean;
  readonly toolUseResult?: unknown;
  readonly permissionDecision?: { readonly decision?: string; readonly source?: string };
  readonly toolDenialKind?: string;
  readonly isApiErrorMessage?: boolean;
  readonly apiErrorStatus?: number;
  readonly error?: unknown;
  readonly content?: unknown;
  readonly durationMs?: number;
  readonly compactMetadata?: {
    readonly trigger?: string;
    readonly preTokens?: number;
    readonly postTokens?: number;
  };
  readonly attachment?: { readonly type: string; readonly [key: string]: unknown };
  readonly operation?: string;
  readonly customTitle?: string;
  readonly aiTitle?: string;
  readonly summary?: string;
  readonly totalCostUSD?: number;
  readonly hasUnknownModelCost?: boolean;
  readonly retryAttempt?: number;
  readonly maxRetries?: number;
  readonly retryInMs?: number;
}

export interface RowMessage {
  readonly id?: string;
  readonly model?: string;
  readonly stop_reason?: string | null;
  readonly content?: string | readonly RowBlock[];
  readonly usage?: Readonly<Record<string, unknown>>;
}

export interface RowBlock {
  readonly type: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Record<string, unknown>;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

export const MESSAGE_SHAPE = shapeOf({ text: 'id model', 'text or null': 'stop_reason', record: 'usage' });
const ROW = shapeOf(
  {
    text:
      'type subtype uuid timestamp cwd gitBranch version entrypoint promptId promptSource permissionMode toolDenialKind ' +
      'operation customTitle aiTitle summary',
    'text or null': 'parentUuid',
    number: 'apiBlockIndex apiErrorStatus durationMs totalCostUSD retryAttempt maxRetries retryInMs',
    record: 'attachment',
  },
  {
    message: MESSAGE_SHAPE,
    origin: shapeOf({ text: 'kind' }),
    permissionDecision: shapeOf({ text: 'decision source' }),
    compactMetadata: shapeOf({ text: 'trigger', number: 'preTokens postTokens' }),
  },
);
const BLOCK = shapeOf({ text: 'text thinking id name tool_use_id', record: 'input', flag: 'is_error' });
/** Blocks of other types are unchanged. */
const READ_BLOCKS: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'tool_result',
  'image',
]);

/** Without known fields of an unexpected type. */
export function fitRow(row: TranscriptRow): TranscriptRow {
  return fitFields(row, ROW);
}

/** The model name of messages that Claude Code writes itself. */
export const SYNTHETIC_MODEL = '<synthetic>';

/**
 * Rows with system prompts, request bodies, or Claude Code's internal records: never stored, never forwarded. The same
 * applies to attachments, except the few that transcript-adapter.ts names.
 */
export function isPrivateRow({ type }: TranscriptRow): boolean {
  return type.startsWith('api-request') || BOOKKEEPING.has(type);
}

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'mode',
  'last-prompt',
  'atis-latch',
  'tools-used',
  'file-history-snapshot',
  'file-history-delta',
  'agent-name',
  'agent-color',
  'agent-setting',
  'progress',
]);

/** The blocks of a message of any form; skips anything that is not a block. */
export function blocksOf(message: RowMessage | undefined): RowBlock[] {
  const content: unknown = message?.content;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content
    .filter((block): block is RowBlock => typeof block?.type === 'string')
    .map((block) => (READ_BLOCKS.has(block.type) ? fitFields(block, BLOCK) : block));
}
