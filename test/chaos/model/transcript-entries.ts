/** The conversation in a transcript, in order: read independently of the hub's adapters. */
import type { TranscriptRow } from '../../../stage/transcript.ts';

export type TranscriptEntry =
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly isError: boolean };

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
}

export function readEntries(rows: readonly TranscriptRow[]): TranscriptEntry[] {
  return rows.flatMap((row) => {
    if (row['isSidechain'] || row['isMeta']) return [];
    if (row.type === 'attachment') return readAttachment(row);
    if (row.type !== 'user' && row.type !== 'assistant') return [];
    if (row['isApiErrorMessage']) return [];
    const { content = [] } = (row['message'] ?? {}) as { content?: string | readonly Block[] };
    if (isSynthetic(row)) return [];
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return blocks.flatMap((block) => readBlock(row.type as 'user' | 'assistant', block));
  });
}

/** Claude Code adds this to a conversation that it resumes in the middle of a turn. */
function isSynthetic(row: TranscriptRow): boolean {
  const { model, content } = (row['message'] ?? {}) as { model?: string; content?: readonly Block[] };
  return model === '<synthetic>' && content?.[0]?.text === 'No response requested.';
}

function readBlock(type: 'user' | 'assistant', block: Block): TranscriptEntry[] {
  const { text = '', id = '', input = {} } = block;
  if (block.type === 'text') return [{ kind: type === 'user' ? 'prompt' : 'text', text }];
  if (block.type === 'tool_use') return [{ kind: 'call', id, input }];
  if (block.type !== 'tool_result') return [];
  const { tool_use_id = '', is_error = false } = block;
  return [{ kind: 'result', id: tool_use_id, text: textOf(block.content), isError: is_error }];
}

/** A prompt that Claude Code folded into a running turn. */
function readAttachment(row: TranscriptRow): TranscriptEntry[] {
  const { type, prompt } = (row['attachment'] ?? {}) as { type?: string; prompt?: string | readonly Block[] };
  return type === 'queued_command' ? [{ kind: 'prompt', text: textOf(prompt) }] : [];
}

function textOf(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}
