/**
 * Brings history up to date with the transcripts on disk: newest first, only what is new in each, with
 * regular commits. Files that cannot be read are counted and tried again next time; missing files stay in
 * history.
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

/** A commit makes words searchable and costs time: early at first, then rare. */
const COMMIT_BYTES = 32 * 1024 * 1024;
const COMMIT_MS = 2000;

export interface IndexerOptions {
  readonly configFolder: string;
  /** Which to check: all, or only these and their subagents. */
  readonly transcripts?: readonly string[] | 'all';
  readonly writer: HistoryWriter;
  readonly onProgress: (progress: HistoryProgress) => void;
  /** Whether to leave the rest for next time. */
  readonly isStopped?: () => boolean;
  /** Reads files, with this many bytes in total; in this thread by default. */
  readonly read?: (jobs: Iterable<FileJob>, bytes: number) => Iterable<JobNews> | AsyncIterable<JobNews>;
}

/**
 * Returns when everything that existed at the start has been read, or when stopped. Throws the database's
 * errors.
 */
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

/** Adds the files to read to `due`. Returns the total amount, and how much of it has been read. */
function find(
  { configFolder, transcripts = 'all', writer }: IndexerOptions,
  due: NewestFirst<FoundTranscript>,
): Progress {
  const progress: Progress = { files: 0, files_read: 0, bytes: 0, bytes_read: 0, unreadable: 0 };
  const look = (found: FoundTranscript) => {
    // The link's target is read.
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

/** A transcript and its subagents' transcripts. */
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
    // Unreadable files are not waited for; new ones are not counted.
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
  // An incomplete last line is read again only when the file has changed.
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
