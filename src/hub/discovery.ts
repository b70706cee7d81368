/**
 * Finds the transcripts that lie on disk when the hub starts: sessions the log has not seen are listed from the head of
 * their file, and those that went on while the hub was away are read.
 */
import { open, stat } from 'node:fs/promises';
import { readTranscriptRow } from '../adapters/transcript-adapter.ts';
import { newTranscriptState } from '../adapters/transcript-state.ts';
import { listTranscripts, safeTranscriptPath } from '../claude/transcript-paths.ts';
import type { TranscriptRow } from '../claude/transcript-row.ts';
import type { Draft } from '../core/draft.ts';
import { LineSplitter } from '../lib/line-splitter.ts';
import type { Observed } from '../protocol/events.ts';
import type { Checkpoint, EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { HubLog } from './hub-log.ts';

const HEAD_BYTES = 64 * 1024;
const LISTED_TOGETHER = 50;

export interface DiscoveryOptions {
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  /** When the log was last written: transcripts written since then are read at once. */
  readonly lastWrittenAt: number | undefined;
  readonly readNow: (sessionId: string, path: string) => Promise<void>;
  readonly output: HubLog;
  readonly signal: AbortSignal;
}

export async function discoverTranscripts(options: DiscoveryOptions): Promise<void> {
  const { configFolder, reader, lastWrittenAt, readNow, output, signal } = options;
  const grown = await grownSessions(reader.checkpoints());
  const known = new Set(reader.checkpoints().map(({ path }) => path));
  const unseen: Found[] = [];
  for (const { sessionId, path: listed } of await listTranscripts(configFolder)) {
    if (signal.aborted) return;
    const path = safeTranscriptPath(configFolder, sessionId, listed);
    const stats = path && (await stat(path).catch(() => undefined));
    if (!path || !stats) continue;
    const isRecent = lastWrittenAt !== undefined && stats.mtimeMs >= lastWrittenAt;
    if (grown.has(sessionId) || (!known.has(path) && isRecent)) {
      await readNow(sessionId, path).catch((error) => output.warn(`${path} cannot be read yet`, error));
    } else if (!known.has(path) && !reader.session(sessionId)) {
      unseen.push({ sessionId, path, bytes: stats.size, modifiedAt: stats.mtimeMs });
    }
  }
  await listUnseen(unseen, options);
}

/** Sessions of which a file, the main one or a subagent's, is not as it was when it was last read. */
async function grownSessions(checkpoints: readonly Checkpoint[]): Promise<Set<string>> {
  const grown = new Set<string>();
  for (const { path, sessionId, inode, offset } of checkpoints) {
    const stats = await stat(path).catch(() => undefined);
    if (stats && (stats.size !== offset || stats.ino !== inode)) grown.add(sessionId);
  }
  return grown;
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
