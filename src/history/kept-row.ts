/** Which rows of a transcript are kept: not those with system prompts, request bodies or bookkeeping. */
import { isPrivateRow, type TranscriptRow } from '../claude/transcript-row.ts';
import { parseJson } from '../lib/parse-json.ts';

/** Rows that need not even be parsed to be passed over; they are the largest. */
const PASSED_OVER = /^\{"type":"(api-request|file-history-)/;
const PREFIX_BYTES = 32;

/** The row, when it is to be kept; undefined also for what is no row. */
export function readKeptRow(line: Buffer): TranscriptRow | undefined {
  if (line.length === 0 || PASSED_OVER.test(line.toString('latin1', 0, PREFIX_BYTES))) return undefined;
  try {
    const row = parseJson(line.toString('utf8')) as TranscriptRow | null;
    if (typeof row?.type !== 'string' || isPrivateRow(row)) return undefined;
    // Of attachments, only prompts that were queued are no secret of Claude Code's.
    if (row.type === 'attachment' && row.attachment?.type !== 'queued_command') return undefined;
    return row;
  } catch {
    return undefined;
  }
}

/** The line to keep: as it was written, but for the copy of a whole file that results of edits carry. */
export function lineToKeep(row: TranscriptRow, line: Buffer): Buffer {
  const { toolUseResult } = row;
  if (typeof toolUseResult !== 'object' || toolUseResult === null) return line;
  const { originalFile, ...rest } = toolUseResult as Record<string, unknown>;
  return originalFile ? Buffer.from(JSON.stringify({ ...row, toolUseResult: rest })) : line;
}
