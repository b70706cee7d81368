/**
 * Finds the transcripts on disk when the hub starts. Sessions that are not in the log are listed from the
 * head and the tail of their file; those that continued while the hub was away are read.
 */
import { dirname } from 'node:path';
import { readTranscriptRow } from '../../adapters/transcript-adapter.ts';
import { newTranscriptState, type TranscriptState } from '../../adapters/transcript-state.ts';
import { type OpenTranscript, openIfThere } from '../../claude/open-transcript.ts';
import { type FoundTranscript, listTranscripts, lookAt } from '../../claude/transcript-files.ts';
import type { TranscriptRow } from '../../claude/transcript-row.ts';
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { Line } from '../../lib/line-splitter.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { takingTurns } from '../../lib/taking-turns.ts';
import type { Observed } from '../../protocol/events.ts';
import type { Batch, EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { NewestFirst } from '../../store/newest-first.ts';

/** The first prompt is near the start; if it is long, more has to be read. */
const HEAD_BYTES = 12 * 1024;
const LONG_HEAD_BYTES = 128 * 1024;
/** Later titles, and the branch and model at the end of the session. */
const TAIL_BYTES = 12 * 1024;
const LISTED_TOGETHER = 50;

export interface DiscoveryOptions {
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  /** Time of the last write to the log: transcripts written since then are read immediately. */
  readonly lastWrittenAt: number | undefined;
  readonly readNow: (sessionId: string, path: string) => Promise<void>;
  readonly output: HubLog;
  readonly now: Clock;
  readonly signal: AbortSignal;
}

export async function discoverTranscripts(options: DiscoveryOptions): Promise<void> {
  const { readNow, output, signal } = options;
  const unseen = new NewestFirst<FoundTranscript>();
  const behind = new NewestFirst<FoundTranscript>();
  try {
    await findAll(options, { unseen, behind });
    await listAll(unseen.files(), options, describeFound);
    for (const { sessionId, path } of behind.files()) {
      if (signal.aborted) return;
      await readNow(sessionId, path).catch((error) =>
        output.warn(`Failed to read ${path}; trying again`, error),
      );
    }
  } finally {
    unseen.close();
    behind.close();
  }
}

/** `unseen` must be listed, `behind` must be read. */
async function findAll(
  { configFolder, reader, lastWrittenAt, signal }: DiscoveryOptions,
  { unseen, behind }: Readonly<Record<'unseen' | 'behind', NewestFirst<FoundTranscript>>>,
): Promise<void> {
  /** The main transcripts that have changed since they were last read. */
  const grown = new Set<string>();
  for await (const found of takingTurns(listTranscripts(configFolder))) {
    if (signal.aborted) return;
    const { sessionId, path, agentId, inode, size, modifiedAt } = found;
    const checkpoint = reader.checkpoint(path);
    if (checkpoint) {
      const main = agentId === undefined ? path : `${dirname(dirname(path))}.jsonl`;
      const isGrown = checkpoint.offset !== size || checkpoint.inode !== inode;
      const due = isGrown && !grown.has(main) && lookAt(main, sessionId);
      if (due) behind.add(due);
      if (due) grown.add(main);
    } else if (agentId === undefined) {
      const isRecent = lastWrittenAt !== undefined && modifiedAt >= lastWrittenAt;
      if (isRecent) behind.add(found);
      else if (!reader.hasSession(sessionId)) unseen.add(found);
    }
  }
}

/**
 * Lists transcripts that appeared while the hub ran. For a known session, records that its transcript is
 * back.
 */
export function listArrived(
  arrived: readonly FoundTranscript[],
  options: Pick<DiscoveryOptions, 'log' | 'reader' | 'now' | 'signal'>,
): Promise<void> {
  const { reader, now } = options;
  return listAll(arrived, options, (found) =>
    reader.hasSession(found.sessionId) ? describeReturned(found, now()) : describeFound(found),
  );
}

async function listAll(
  transcripts: Iterable<FoundTranscript>,
  { log, signal }: Pick<DiscoveryOptions, 'log' | 'signal'>,
  describe: (found: FoundTranscript) => Draft,
): Promise<void> {
  let group: Batch[] = [];
  const list = () => {
    if (!signal.aborted && group.length > 0) log.append(group);
    group = [];
  };
  for await (const found of takingTurns(transcripts)) {
    if (signal.aborted) return;
    group.push({ sessionId: found.sessionId, drafts: [describe(found)] });
    if (group.length === LISTED_TOGETHER) list();
  }
  list();
}

function describeFound({ path, size, modifiedAt }: FoundTranscript): Draft {
  const { observed, startedAt } = readEnds(path);
  return {
    type: 'session_found',
    source: 'transcript',
    at: Math.round(modifiedAt),
    key: 'found',
    bytes: size,
    ...(startedAt !== undefined && { started_at: new Date(startedAt).toISOString() }),
    observed: { ...observed, transcript_path: path },
  };
}

function describeReturned({ path }: FoundTranscript, at: number): Draft {
  return {
    type: 'transcript_gone',
    source: 'transcript',
    at,
    is_gone: false,
    observed: { transcript_path: path },
  };
}

interface Seen {
  readonly observed: Observed;
  readonly startedAt: number | undefined;
}

/** A file that cannot be read shows nothing. */
function readEnds(path: string): Seen {
  const file = openIfThere(path);
  try {
    return file ? observeEnds(file) : NOTHING_SEEN;
  } catch {
    return NOTHING_SEEN;
  } finally {
    file?.close();
  }
}

const NOTHING_SEEN: Seen = { observed: {}, startedAt: undefined };

function observeEnds(file: OpenTranscript): Seen {
  const { size } = file;
  const readHead = (bytes: number) =>
    observe(file.linesBetween(0, Math.min(bytes, size)), newTranscriptState());
  let head = readHead(HEAD_BYTES);
  if (size <= HEAD_BYTES) return head;
  if (head.observed.title === undefined) head = readHead(LONG_HEAD_BYTES);
  // A prompt in this part is not the session's first, and does not become the title.
  const tail = observe(file.linesBetween(Math.max(HEAD_BYTES, size - TAIL_BYTES), size), {
    ...newTranscriptState(),
    isTitled: true,
  });
  return { observed: { ...head.observed, ...tail.observed }, startedAt: head.startedAt };
}

/** The facts in the lines; lines that are not rows are ignored. */
function observe(lines: readonly Line[], begin: TranscriptState): Seen {
  let state = begin;
  let startedAt: number | undefined;
  for (const { text, start } of lines) {
    try {
      state = readTranscriptRow(parseJson(text) as TranscriptRow, start, state).state;
      startedAt ??= state.at || undefined;
    } catch {
      // Reading the session will report it.
    }
  }
  return { observed: state.seen, startedAt };
}
