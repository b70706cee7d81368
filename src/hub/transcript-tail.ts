/**
 * The newest part of a long transcript, from the beginning of a turn: what somebody who opens the session sees first. It is
 * read again with the rest, and known by its keys then.
 */
import type { FileHandle } from 'node:fs/promises';
import type { TranscriptState } from '../adapters/transcript-state.ts';
import type { Draft } from '../core/draft.ts';
import { type Line, LineSplitter } from '../lib/line-splitter.ts';
import type { EventType } from '../protocol/events.ts';
import { type LineReading, readTranscriptLine } from './transcript-line.ts';

const FIRST_BYTES = 256 * 1024;
/** A turn that is longer than this is told from its middle. */
const MOST_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** These depend on what stands before them, and mean nothing alone. */
const LEFT_OUT: ReadonlySet<EventType> = new Set<EventType>([
  'prompt_queued',
  'prompt_unqueued',
  'prompt_abandoned',
]);

/** `size` is that of the file; the rest of a line at its end is left for later. */
export async function readTail(file: FileHandle, size: number, begin: TranscriptState): Promise<LineReading> {
  for (let bytes = FIRST_BYTES; ; bytes *= 4) {
    const lines = await readLines(file, Math.max(0, size - bytes), size);
    const first = lines.findIndex(isPrompt);
    if (first === -1 && bytes < Math.min(size, MOST_BYTES)) continue;
    return readAll(lines.slice(Math.max(0, first)), begin);
  }
}

async function readLines(file: FileHandle, from: number, to: number): Promise<Line[]> {
  const buffer = Buffer.allocUnsafe(to - from);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  const read = buffer.subarray(0, bytesRead);
  // It begins somewhere in a line, of which nothing can be made.
  const start = from === 0 ? 0 : read.indexOf(NEWLINE) + 1;
  return new LineSplitter(from + start).push(read.subarray(start));
}

function readAll(lines: readonly Line[], begin: TranscriptState): LineReading {
  const drafts: Draft[] = [];
  let state = begin;
  for (const line of lines) {
    const reading = readTranscriptLine(line, state);
    state = reading.state;
    drafts.push(...reading.drafts.filter(({ type }) => !LEFT_OUT.has(type)));
  }
  return { drafts, state };
}

/** A person's words, with which a turn begins; parsed only when it looks like it. */
function isPrompt({ text }: Line): boolean {
  if (!text.includes('"promptId"') || !text.includes('"type":"user"')) return false;
  try {
    const { type, promptId, isMeta, message } = JSON.parse(text) as Record<string, unknown>;
    const { content } = (message ?? {}) as Record<string, unknown>;
    return type === 'user' && typeof promptId === 'string' && isMeta !== true && typeof content === 'string';
  } catch {
    return false;
  }
}
