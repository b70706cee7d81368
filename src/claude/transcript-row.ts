/** The rows of a Claude Code transcript (`projects/<folder>/<session>.jsonl`), as far as we read them. Seen in 2.1.325. */

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

/** The model name of messages that Claude Code makes up itself. */
export const SYNTHETIC_MODEL = '<synthetic>';

/**
 * Rows that carry system prompts, request bodies, or bookkeeping of Claude Code's own: never stored, never forwarded.
 * Attachments are in the same class but for the few that transcript-adapter.ts names.
 */
export function isPrivateRow({ type }: TranscriptRow): boolean {
  return type.startsWith('api-request') || BOOKKEEPING.has(type);
}

const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...['mode', 'last-prompt', 'atis-latch', 'tools-used', 'file-history-snapshot', 'file-history-delta'],
  ...['agent-name', 'agent-color', 'agent-setting', 'progress'],
]);

/** The blocks of a message, whatever it is made of; anything that is no block is left out. */
export function blocksOf(message: RowMessage | undefined): RowBlock[] {
  const content: unknown = message?.content;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block?.type === 'string') : [];
}
