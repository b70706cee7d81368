/**
 * Finds the transcripts that lie on disk when the hub starts: sessions the log has not seen are listed from the head and the
 * tail of their file, and those that went on while the hub was away are read.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { readTranscriptRow } from '../../adapters/transcript-adapter.ts';
import { newTranscriptState, type TranscriptState } from '../../adapters/transcript-state.ts';
import { type ListedTranscript, listTranscripts, safeTranscriptPath } from '../../claude/transcript-paths.ts';
import type { TranscriptRow } from '../../claude/transcript-row.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { LineSplitter } from '../../lib/line-splitter.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { Observed } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { NewestFirst } from '../../store/newest-first.ts';

/** The first prompt stands near the beginning; when it is a long one, more has to be read. */
const HEAD_BYTES = 12 * 1024;
const LONG_HEAD_BYTES = 128 * 1024;
/** Titles that were given later, and the branch and model that the session ended with. */
const TAIL_BYTES = 12 * 1024;
const LISTED_TOGETHER = 50;

export interface DiscoveryOptions {
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  /** When the log was last written: transcripts written since then are read at once. */
  readonly lastWrittenAt: number | undefined;
  readonly readNow: (sessionId: string, path: string) => Promise<void>;
  readonly output: HubLog;
  readonly now: Clock;
  readonly signal: AbortSignal;
}

export async function discoverTranscripts(options: DiscoveryOptions): Promise<void> {
  const { readNow, output, signal } = options;
  const unseen = new NewestFirst<Found>();
  const behind = new NewestFirst<Found>();
  try {
    await findAll(options, { unseen, behind });
    await listUnseen(unseen.files(), options);
    for (const { sessionId, path } of behind.files()) {
      if (signal.aborted) return;
      await readNow(sessionId, path).catch((error) => output.warn(`${path} cannot be read yet`, error));
    }
  } finally {
    unseen.close();
    behind.close();
  }
}

/** `unseen` are to be listed, `behind` to be read. */
async function findAll(
  { configFolder, reader, lastWrittenAt, signal }: DiscoveryOptions,
  { unseen, behind }: Readonly<Record<'unseen' | 'behind', NewestFirst<Found>>>,
): Promise<void> {
  const grown = await grownSessions(reader);
  for await (const listed of listTranscripts(configFolder)) {
    if (signal.aborted) return;
    for (const found of await lookAt(configFolder, listed)) {
      const { sessionId, path, modifiedAt } = found;
      const isRecent = lastWrittenAt !== undefined && modifiedAt >= lastWrittenAt;
      const isListed = reader.hasSession(sessionId);
      if (grown.has(sessionId)) behind.add(found);
      else if ((isListed && !isRecent) || reader.hasCheckpoint(path)) continue;
      else (isRecent ? behind : unseen).add(found);
    }
  }
}

type ArrivalOptions = Pick<DiscoveryOptions, 'configFolder' | 'log' | 'reader' | 'now' | 'signal'>;

/** Lists transcripts that appeared while the hub ran; of a session that is known, that its transcript is there again. */
export async function listArrived(
  arrived: readonly ListedTranscript[],
  options: ArrivalOptions,
): Promise<void> {
  for (let from = 0; from < arrived.length && !options.signal.aborted; from += LISTED_TOGETHER) {
    await listSome(arrived.slice(from, from + LISTED_TOGETHER), options);
  }
}

async function listSome(arrived: readonly ListedTranscript[], options: ArrivalOptions): Promise<void> {
  const { configFolder, log, reader, now, signal } = options;
  const found = await lookAt(configFolder, arrived);
  const back = found.filter(({ sessionId }) => reader.hasSession(sessionId));
  await listUnseen(
    found.filter((one) => !back.includes(one)),
    options,
  );
  if (back.length === 0 || signal.aborted) return;
  log.append(
    back.map(({ sessionId, path }) => ({
      sessionId,
      drafts: [
        {
          type: 'transcript_gone',
          source: 'transcript',
          at: now(),
          is_gone: false,
          observed: { transcript_path: path },
        } satisfies Draft,
      ],
    })),
  );
}

/** Sessions of which a file, the main one or a subagent's, is not as it was when it was last read. */
async function grownSessions(reader: LogReader): Promise<Set<string>> {
  const grown = new Set<string>();
  for (let page = reader.checkpoints(); page.length > 0; page = reader.checkpoints(page.at(-1)?.path)) {
    for (const { path, sessionId, inode, offset } of page) {
      const stats = await stat(path).catch(() => undefined);
      if (stats && (stats.size !== offset || stats.ino !== inode)) grown.add(sessionId);
    }
  }
  return grown;
}

interface Found {
  readonly sessionId: string;
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** Those that are there. */
async function lookAt(configFolder: string, listed: readonly ListedTranscript[]): Promise<Found[]> {
  const found = await Promise.all(
    listed.map(async (one): Promise<Found[]> => {
      const { sessionId, isPlain } = one;
      const path = isPlain ? one.path : safeTranscriptPath(configFolder, sessionId, one.path);
      const stats = path && (await stat(path).catch(() => undefined));
      return path && stats ? [{ sessionId, path, bytes: stats.size, modifiedAt: stats.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

async function listUnseen(
  unseen: Iterable<Found>,
  { log, signal }: Pick<DiscoveryOptions, 'log' | 'signal'>,
): Promise<void> {
  let group: Found[] = [];
  const list = async () => {
    const batches = await Promise.all(
      group.map(async (found) => ({ sessionId: found.sessionId, drafts: [await describeFound(found)] })),
    );
    if (!signal.aborted && batches.length > 0) log.append(batches);
    group = [];
  };
  for (const found of unseen) {
    if (signal.aborted) return;
    if (group.push(found) === LISTED_TOGETHER) await list();
  }
  await list();
}

async function describeFound({ path, bytes, modifiedAt }: Found): Promise<Draft> {
  const { observed, startedAt } = await readEnds(path, bytes).catch(() => NOTHING_SEEN);
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

interface Seen {
  readonly observed: Observed;
  readonly startedAt: number | undefined;
}

const NOTHING_SEEN: Seen = { observed: {}, startedAt: undefined };

async function readEnds(path: string, bytes: number): Promise<Seen> {
  const file = await open(path);
  try {
    let head = observe(await readPiece(file, 0, Math.min(HEAD_BYTES, bytes)), newTranscriptState());
    if (head.observed.title === undefined && bytes > HEAD_BYTES) {
      head = observe(await readPiece(file, 0, Math.min(LONG_HEAD_BYTES, bytes)), newTranscriptState());
    }
    if (bytes <= HEAD_BYTES) return head;
    const from = Math.max(HEAD_BYTES, bytes - TAIL_BYTES);
    const piece = await readPiece(file, from, bytes - from);
    // It begins in the middle of a row. A prompt in it is not the session's first, and makes no title.
    const rows = piece.subarray(piece.indexOf(NEWLINE) + 1);
    const tail = observe(rows, { ...newTranscriptState(), isTitled: true });
    return { observed: { ...head.observed, ...tail.observed }, startedAt: head.startedAt };
  } finally {
    await file.close();
  }
}

const NEWLINE = 0x0a;

async function readPiece(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** What the whole rows of a piece say about the session; rows that are none say nothing. */
function observe(piece: Buffer, begin: TranscriptState): Seen {
  let state = begin;
  let startedAt: number | undefined;
  for (const { text, start } of new LineSplitter().push(piece)) {
    try {
      state = readTranscriptRow(parseJson(text) as TranscriptRow, start, state).state;
      startedAt ??= state.at || undefined;
    } catch {
      // Reading the session will tell.
    }
  }
  return { observed: state.seen, startedAt };
}
