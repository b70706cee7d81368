/**
 * Reads what is new in one transcript file, piece by piece: the searchable parts, the token usage, the packed
 * rows. Independent of the database, so that it can run in a separate thread.
 */
import { OpenTranscript } from '../claude/open-transcript.ts';
import type { FoundTranscript } from '../claude/transcript-files.ts';
import { isPrivateRow, type TranscriptRow } from '../claude/transcript-row.ts';
import { parseJson } from '../lib/parse-json.ts';
import type { Findable, KnownFile } from '../store/history/history-writer.ts';
import { BlockPacker, type PackedBlock } from '../store/history/row-blocks.ts';
import type { CountedMessage } from '../store/history/usage-store.ts';
import { type OpenCalls, readFindable } from './read-findable.ts';
import { usageOfRow } from './usage-of-row.ts';

const CHUNK_BYTES = 1024 * 1024;

/** A file to read, and what was read of it before. */
export interface FileJob {
  readonly found: FoundTranscript;
  readonly known: KnownFile | undefined;
}

export interface FilePiece {
  /** Where the reading of the file started this time. */
  readonly from: number;
  /** Whether this continues the known file; otherwise that one was replaced. */
  readonly isContinued: boolean;
  readonly rows: readonly (Findable & { readonly start: number })[];
  readonly messages: readonly CountedMessage[];
  readonly blocks: readonly PackedBlock[];
  /** How many bytes were checked for it, and up to where. */
  readonly bytes: number;
  readonly position: number;
  /** Up to where lines were complete, and the state needed to continue there. */
  readonly readTo: number;
  readonly head: string;
  readonly calls: Readonly<Record<string, string>>;
}

/** At least one piece for each file, even if it is empty. Throws the file system's errors. */
export function* readPieces({ found, known }: FileJob): Generator<FilePiece, void> {
  const file = new OpenTranscript(found.path);
  try {
    const before = known && file.continues({ ...known, offset: known.readTo }) ? known : undefined;
    const from = before?.readTo ?? 0;
    const calls = new Map(Object.entries(before?.calls ?? {}));
    const packer = new BlockPacker();
    let at = found.modifiedAt;
    for (const { lines, bytes, position, readTo } of file.read(CHUNK_BYTES, from, found.size)) {
      const rows: (Findable & { start: number })[] = [];
      const messages: CountedMessage[] = [];
      for (const { bytes: line, start } of lines) {
        const row = readKeptRow(line);
        if (!row) continue;
        at = Date.parse(String(row.timestamp)) || at;
        const read = readRow(row, line, { found, calls, at: Math.round(at) });
        if (!read) continue;
        if (read.findable) rows.push({ ...read.findable, start });
        if (read.message) messages.push(read.message);
        packer.add(start, read.line);
      }
      yield {
        from,
        isContinued: before !== undefined,
        rows,
        messages,
        blocks: packer.take(),
        bytes,
        position,
        readTo,
        head: file.markAt(readTo).head,
        calls: Object.fromEntries(calls),
      };
    }
  } finally {
    file.close();
  }
}

interface RowContext {
  readonly found: FoundTranscript;
  readonly calls: OpenCalls;
  readonly at: number;
}

/**
 * Everything stored of a row. Undefined if it cannot be read, for example because it is nested too deeply: it
 * must not block the others.
 */
function readRow(row: TranscriptRow, line: Buffer, { found, calls, at }: RowContext) {
  const { sessionId, agentId } = found;
  try {
    const findable = readFindable(row, { sessionId, calls, at });
    const usage = usageOfRow(row, at);
    const message: CountedMessage | undefined = usage && {
      ...usage,
      sessionId,
      isAgent: agentId !== undefined || usage.isSidechain,
    };
    return { findable, message, line: lineToKeep(row, line) };
  } catch {
    return undefined;
  }
}

/** Rows that are skipped without parsing; they are the largest. */
const PASSED_OVER = /^\{"type":"(api-request|file-history-)/;
const PREFIX_BYTES = 32;

/**
 * Undefined for a row that is not stored (system prompts, request bodies, bookkeeping), and for anything but
 * a row.
 */
function readKeptRow(line: Buffer): TranscriptRow | undefined {
  if (line.length === 0 || PASSED_OVER.test(line.toString('latin1', 0, PREFIX_BYTES))) return undefined;
  try {
    const row = parseJson(line.toString('utf8')) as TranscriptRow | null;
    if (typeof row?.type !== 'string' || isPrivateRow(row)) return undefined;
    // Of attachments, only queued prompts are not internal to Claude Code.
    if (row.type === 'attachment' && row.attachment?.type !== 'queued_command') return undefined;
    return row;
  } catch {
    return undefined;
  }
}

/** The line to store: as it was written, without the copy of a whole file in the results of edits. */
function lineToKeep(row: TranscriptRow, line: Buffer): Buffer {
  const { toolUseResult } = row;
  if (typeof toolUseResult !== 'object' || toolUseResult === null) return line;
  const { originalFile, ...rest } = toolUseResult as Record<string, unknown>;
  return originalFile ? Buffer.from(JSON.stringify({ ...row, toolUseResult: rest })) : line;
}
