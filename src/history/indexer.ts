/**
 * Brings history up to date with the transcripts on disk: newest first, only what is new in each, committed every so often.
 * Files that cannot be read are counted and tried again next time; files that are gone stay in history.
 */
import { basename } from 'node:path';
import {
  type FoundTranscript,
  listSubagents,
  listTranscripts,
  lookAt,
  projectsFolder,
  realProjectsFolder,
} from '../claude/transcript-files.ts';
import type { HistoryProgress } from '../protocol/history.ts';
import type { HistoryWriter } from '../store/history/history-writer.ts';
import { NewestFirst } from '../store/newest-first.ts';
import { FileIntake } from './file-intake.ts';
import { type JobNews, readJobs } from './read-jobs.ts';
import type { FileJob } from './read-pieces.ts';

/** A commit makes words findable and costs time: at first soon, then rarely. */
const COMMIT_BYTES = 32 * 1024 * 1024;
const COMMIT_MS = 2000;

export interface IndexerOptions {
  readonly configFolder: string;
  /** Which to look at: all, or only these and those of their subagents. */
  readonly transcripts?: readonly string[] | 'all';
  readonly writer: HistoryWriter;
  readonly onProgress: (progress: HistoryProgress) => void;
  /** Whether to leave the rest for the next time. */
  readonly isStopped?: () => boolean;
  /** Reads files, so many bytes in all; in this thread unless told otherwise. */
  readonly read?: (jobs: Iterable<FileJob>, bytes: number) => Iterable<JobNews> | AsyncIterable<JobNews>;
}

/** Returns when everything that was there at the beginning has been read, or when it is stopped. Throws what the database throws. */
export async function indexTranscripts(options: IndexerOptions): Promise<HistoryProgress> {
  const due = new NewestFirst<FoundTranscript>();
  try {
    return await readDue(find(options, due), due, options);
  } catch (error) {
    options.writer.rollBack();
    throw error;
  } finally {
    due.close();
  }
}

type Progress = { -readonly [Field in keyof HistoryProgress]: HistoryProgress[Field] };

/** Adds the files that are to be read to `due`. Returns how much there is, and how much of it has been read. */
function find(
  { configFolder, transcripts = 'all', writer }: IndexerOptions,
  due: NewestFirst<FoundTranscript>,
): Progress {
  const progress: Progress = { files: 0, files_read: 0, bytes: 0, bytes_read: 0, unreadable: 0 };
  const look = (found: FoundTranscript) => {
    // The file that it leads to is read.
    if (found.isLink) return;
    const known = writer.file(found.path);
    const job = { found, known };
    if (known) writer.noteThere(known);
    progress.files += 1;
    progress.bytes += found.size;
    if (isDue(job)) due.add(found);
    else progress.files_read += 1;
    progress.bytes_read += found.size - (isDue(job) ? unreadBytes(job) : 0);
  };
  if (transcripts === 'all') {
    // Earlier versions did not resolve links in the path of the folder.
    writer.moveFiles(projectsFolder(configFolder), realProjectsFolder(configFolder));
    writer.forgetThere();
    for (const found of listTranscripts(configFolder, (path) => writer.file(path)?.sessionId)) look(found);
    writer.markOthersGone();
  } else {
    for (const transcript of transcripts) for (const found of filesOf(transcript)) look(found);
  }
  return progress;
}

/** A transcript and those of its subagents. */
function filesOf(transcript: string): FoundTranscript[] {
  const own = lookAt(transcript, basename(transcript, '.jsonl'));
  return [...(own ? [own] : []), ...listSubagents(transcript)];
}

async function readDue(
  progress: Progress,
  due: NewestFirst<FoundTranscript>,
  { writer, onProgress, read = readJobs, isStopped = () => false }: IndexerOptions,
): Promise<HistoryProgress> {
  onProgress({ ...progress });
  let uncommitted = 0;
  let committedAt = performance.now();
  const commitNowAndThen = (bytes: number) => {
    uncommitted += bytes;
    if (uncommitted < COMMIT_BYTES && performance.now() - committedAt < COMMIT_MS) return;
    writer.commit();
    uncommitted = 0;
    committedAt = performance.now();
    onProgress({ ...progress });
  };
  let intake: FileIntake | undefined;
  let readOfFile = 0;
  for await (const { job, news } of read(jobsOf(due, writer), progress.bytes - progress.bytes_read)) {
    if (isStopped()) break;
    if ('piece' in news) {
      intake ??= new FileIntake(writer, job);
      intake.take(news.piece);
      readOfFile += news.piece.bytes;
      progress.bytes_read += news.piece.bytes;
      commitNowAndThen(news.piece.bytes);
      continue;
    }
    if (news.end === 'read') progress.files_read += 1;
    else progress.unreadable += 1;
    // What could not be read is not waited for; what came meanwhile is not counted.
    progress.bytes_read += unreadBytes(job) - readOfFile;
    intake = undefined;
    readOfFile = 0;
  }
  writer.commit();
  onProgress({ ...progress });
  return progress;
}

function* jobsOf(due: NewestFirst<FoundTranscript>, writer: HistoryWriter): Generator<FileJob> {
  for (const found of due.files()) yield { found, known: writer.file(found.path) };
}

function isDue({ found, known }: FileJob): boolean {
  // What was read last time and has no line end yet is looked at again only when the file has changed.
  return (
    !known ||
    known.size !== found.size ||
    known.inode !== found.inode ||
    Math.round(found.modifiedAt) !== known.modifiedAt
  );
}

export function unreadBytes({ found: { size }, known }: FileJob): number {
  return known && known.readTo <= size ? size - known.readTo : size;
}
