/**
 * Whole sessions, for exports and timelines. Sessions that the log holds, or soon will because they are live
 * or open, are read from there. The transcript of any other session is read without writing anything.
 */
import { openIfThere } from '../../claude/open-transcript.ts';
import { lookAt, safeTranscriptPath } from '../../claude/transcript-files.ts';
import type { Draft } from '../../core/draft.ts';
import { isLive } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { WholeSession } from '../../core/whole-session.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Line, toText } from '../../lib/line-splitter.ts';
import { takingTurns } from '../../lib/taking-turns.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { KeptRows } from './kept-transcripts.ts';
import { describeSubagent, listSubagentFiles, readAbout } from './subagent-files.ts';
import { CHUNK_BYTES } from './transcript-file.ts';
import { UnreadSession, type UnreadTranscript } from './unread-session.ts';

/** Page size of the log, small enough to serve other callers in between. */
const PAGE_BYTES = 64 * 1024;

export interface WholeSessionsOptions {
  readonly configFolder: string;
  readonly reader: LogReader;
  readonly rows: KeptRows;
  /** Makes sure that the log holds the whole session. */
  readonly openSession: (sessionId: string) => Promise<void>;
  /** Whether the transcript is being read into the log, or was a moment ago. */
  readonly isOpened: (sessionId: string) => boolean;
  readonly now: Clock;
}

export class WholeSessions {
  readonly #options: WholeSessionsOptions;

  constructor(options: WholeSessionsOptions) {
    this.#options = options;
  }

  /** Undefined if the session does not exist. The signal ends the reading. */
  async open(sessionId: string, signal: AbortSignal): Promise<WholeSession | undefined> {
    const { reader, openSession, now } = this.#options;
    const listed = reader.session(sessionId);
    const transcripts = listed && (await this.#unread(listed));
    if (listed && transcripts) return new UnreadSession({ listed, transcripts, now, signal });
    await openSession(sessionId);
    return loggedSession(reader, sessionId);
  }

  /** The transcripts of a session that is only listed in the log. */
  async #unread(state: SessionState): Promise<UnreadSessionTranscripts | undefined> {
    const { configFolder, reader, rows, isOpened } = this.#options;
    const { session_id: id, told_by_hooks, control, observed } = state;
    const path = observed.transcript_path?.value;
    if (isLive(state) || told_by_hooks || control || isOpened(id) || reader.hasItems(id)) return undefined;
    if (path === undefined || reader.checkpoint(path)) return undefined;
    if (lookAt(path, id)) {
      return safeTranscriptPath(configFolder, id, path) === path ? () => this.#onDisk(path) : undefined;
    }
    const kept = await rows.files(id).catch(() => []);
    if (kept.length === 0) return undefined;
    return () =>
      kept.map(({ id: file, agentId }) => ({
        agentId,
        read: () => rows.lines(file),
        describe: nothing,
      }));
  }

  #onDisk(path: string): UnreadTranscript[] {
    const { now } = this.#options;
    const agents = listSubagentFiles(path).map((file): UnreadTranscript => {
      const { agentId } = file;
      return {
        agentId,
        read: linesOnDisk(file.path),
        describe: () => describeSubagent(agentId, readAbout(file), now()) ?? [],
      };
    });
    return [{ agentId: undefined, read: linesOnDisk(path), describe: nothing }, ...agents];
  }
}

/** Everything that the log holds of it. */
export function loggedSession(reader: LogReader, sessionId: string): WholeSession | undefined {
  const listed = reader.session(sessionId);
  return (
    listed && {
      listed,
      state: async () => reader.session(sessionId) ?? listed,
      pages: (agentId) =>
        reader.itemPages({ sessionId, maxBytes: PAGE_BYTES, ...(agentId !== undefined && { agentId }) }),
    }
  );
}

type UnreadSessionTranscripts = () => readonly UnreadTranscript[];

const nothing = (): readonly Draft[] => [];

/**
 * Reads a transcript any number of times, always up to where the first reading ended. A missing file has no
 * lines.
 */
function linesOnDisk(path: string): UnreadTranscript['read'] {
  let end: number | undefined;
  return async function* read(): AsyncGenerator<readonly Line[]> {
    const file = openIfThere(path);
    try {
      end ??= file?.size;
      for await (const { lines } of takingTurns(file?.read(CHUNK_BYTES, 0, end) ?? [], 0))
        yield lines.map(toText);
    } finally {
      file?.close();
    }
  };
}
