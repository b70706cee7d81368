/**
 * Finds the transcripts that lie on disk when the hub starts: sessions the log has not seen are listed from the head of
 * their file, and those that went on while the hub was away are read.
 */
import { open, stat } from 'node:fs/promises';
import { readTranscriptRow } from '../adapters/transcript-adapter.ts';
import { newTranscriptState } from '../adapters/transcript-state.ts';
import { listTranscripts } from '../claude/transcript-paths.ts';
import type { TranscriptRow } from '../claude/transcript-row.ts';
import type { Draft } from '../core/draft.ts';
import { LineSplitter } from '../lib/line-splitter.ts';
import type { Observed } from '../protocol/events.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';

const HEAD_BYTES = 64 * 1024;
const LISTED_TOGETHER = 50;

export interface DiscoveryOptions {
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  /** When the log last heard anything: files written since then are read at once. */
  readonly lastHeardAt: number | undefined;
  readonly readNow: (sessionId: string, path: string) => Promise<void>;
  readonly signal: AbortSignal;
}

export async function discoverTranscripts(options: DiscoveryOptions): Promise<void> {
  const { configFolder, reader, lastHeardAt, readNow, signal } = options;
  const known = new Map(reader.checkpoints().map((checkpoint) => [checkpoint.path, checkpoint]));
  const unseen: Found[] = [];
  for (const { sessionId, path } of await listTranscripts(configFolder)) {
    if (signal.aborted) return;
    const stats = await stat(path).catch(() => undefined);
    if (!stats) continue;
    const checkpoint = known.get(path);
    const hasGrown =
      checkpoint !== undefined && (checkpoint.offset !== stats.size || checkpoint.inode !== stats.ino);
    const isRecent = lastHeardAt !== undefined && stats.mtimeMs >= lastHeardAt;
    if (hasGrown || (!checkpoint && isRecent)) await readNow(sessionId, path);
    else if (!checkpoint && !reader.session(sessionId)) {
      unseen.push({ sessionId, path, bytes: stats.size, modifiedAt: stats.mtimeMs });
    }
  }
  await listUnseen(unseen, options);
}

interface Found {
  readonly sessionId: string;
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

async function listUnseen(unseen: readonly Found[], { log, signal }: DiscoveryOptions): Promise<void> {
  for (let from = 0; from < unseen.length && !signal.aborted; from += LISTED_TOGETHER) {
    const group = unseen.slice(from, from + LISTED_TOGETHER);
    const batches = await Promise.all(
      group.map(async (found) => ({ sessionId: found.sessionId, drafts: [await describeFound(found)] })),
    );
    if (!signal.aborted) log.append(batches);
  }
}

async function describeFound({ path, bytes, modifiedAt }: Found): Promise<Draft> {
  const { observed, startedAt } = await readHead(path).catch(() => ({ observed: {}, startedAt: undefined }));
  return {
    type: 'session_found',
    source: 'transcript',
    at: Math.round(modifiedAt),
    key: 'found',
    bytes,
    ...(startedAt !== undefined && { started_at: new Date(startedAt).toISOString() }),
    observed: { ...observed, transcript_path: path },
  };
}

async function readHead(path: string): Promise<{ observed: Observed; startedAt: number | undefined }> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
    let state = newTranscriptState();
    let startedAt: number | undefined;
    for (const { text, start } of new LineSplitter().push(buffer.subarray(0, bytesRead))) {
      state = readTranscriptRow(JSON.parse(text) as TranscriptRow, start, state).state;
      startedAt ??= state.at || undefined;
    }
    return { observed: state.seen, startedAt };
  } finally {
    await file.close();
  }
}
