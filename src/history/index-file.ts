/** Reads what is new in one transcript file into history. Bound to no other file; commits are the caller's. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { LineSplitter } from '../lib/line-splitter.ts';
import type { HistoryFile, HistoryWriter, KnownFile } from '../store/history/history-writer.ts';
import { lineToKeep, readKeptRow } from './kept-row.ts';
import type { FoundFile } from './list-transcript-files.ts';
import { readFindable } from './read-findable.ts';
import { usageOfRow } from './usage-of-row.ts';

const CHUNK_BYTES = 1024 * 1024;
const HEAD_BYTES = 1024;
const BLOCK_CHARACTERS = 96 * 1024;
/** Longer lines are passed over, as they are where transcripts are read into the log. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface IndexFileOptions {
  readonly writer: HistoryWriter;
  readonly found: FoundFile;
  readonly known: KnownFile | undefined;
  /** Called between chunks with how many bytes were read; may commit, since everything up to there is saved. */
  readonly afterChunk: (bytes: number) => void;
}

/** Throws what the file system throws. */
export function indexFile({ writer, found, known, afterChunk }: IndexFileOptions): void {
  const file = openSync(found.path, 'r');
  try {
    const before = known && isContinued(file, known, found) ? known : undefined;
    if (known && !before) writer.retireFile(known.id);
    const from = before?.readTo ?? 0;
    const calls = new Map(Object.entries(before?.calls ?? {}));
    // The size is how far the file has been looked at: it counts as changed until that is all of it.
    const place = (readTo: number, size: number): HistoryFile => ({
      ...found,
      head: fingerprint(file, readTo),
      size,
      readTo,
      calls: Object.fromEntries(calls),
    });
    const id = before?.id ?? writer.addFile(place(0, 0));
    const first = writer.addExtent(id, from, Math.max(1, found.size - from), found.modifiedAt) - from;

    const splitter = new LineSplitter(from, MAX_LINE_BYTES);
    let block: string[] = [];
    let [blockStart, blockSize] = [0, 0];
    const endBlock = () => {
      if (block.length > 0) writer.addBlock(first + blockStart, block.join(''));
      block = [];
      blockSize = 0;
    };
    let at = found.modifiedAt;
    for (let position = from; position < found.size; ) {
      // Lines that are not complete keep their chunk, so each has a buffer of its own.
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, found.size - position));
      const bytes = readSync(file, chunk, 0, chunk.length, position);
      if (bytes === 0) break;
      position += bytes;
      for (const { text, start, isTooLong } of splitter.push(chunk.subarray(0, bytes))) {
        const row = isTooLong ? undefined : readKeptRow(text);
        if (!row) continue;
        at = Date.parse(String(row.timestamp)) || at;
        const findable = readFindable(row, { sessionId: found.sessionId, calls, at: Math.round(at) });
        if (findable) writer.addRow(first + start, findable);
        const usage = usageOfRow(row, Math.round(at));
        if (usage) {
          const isAgent = found.agentId !== undefined || usage.isSidechain;
          writer.countUsage({ ...usage, sessionId: found.sessionId, isAgent });
        }
        if (block.length === 0) blockStart = start;
        const line = `${start.toString(36)} ${lineToKeep(row, text)}\n`;
        block.push(line);
        blockSize += line.length;
        if (blockSize >= BLOCK_CHARACTERS) endBlock();
      }
      endBlock();
      writer.saveFile(id, place(splitter.resumeOffset, position));
      afterChunk(bytes);
    }
  } finally {
    closeSync(file);
  }
}

/** Whether the file is the one read so far, perhaps with something added. */
function isContinued(file: number, known: KnownFile, found: FoundFile): boolean {
  if (known.inode !== found.inode || known.readTo > found.size) return false;
  return fingerprint(file, known.readTo) === known.head;
}

/** Of the file's beginning, as far as it lies before `end`. */
function fingerprint(file: number, end: number): string {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, end));
  const bytes = readSync(file, head, 0, head.length, 0);
  return createHash('sha256').update(head.subarray(0, bytes)).digest('base64url');
}
