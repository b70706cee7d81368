/**
 * Brings history up to date with the transcripts on disk: newest first, only what is new in each, committed every so often.
 * Files that cannot be read are counted and tried again next time; files that are gone stay in history.
 */
import type { HistoryProgress } from '../protocol/history.ts';
import type { HistoryWriter, KnownFile } from '../store/history/history-writer.ts';
import { FileIntake } from './file-intake.ts';
import { type FoundFile, listFilesOf, listTranscriptFiles } from './list-transcript-files.ts';
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
  /** Reads files, in this thread unless told otherwise. */
  readonly read?: (jobs: readonly FileJob[]) => Iterable<JobNews> | AsyncIterable<JobNews>;
}

/** Returns when everything that was there at the beginning has been read, or when it is stopped. Throws what the database throws. */
export async function indexTranscripts(options: IndexerOptions): Promise<HistoryProgress> {
  const {
    configFolder,
    transcripts = 'all',
    writer,
    onProgress,
    read = readJobs,
    isStopped = () => false,
  } = options;
  const jobs = transcripts === 'all' ? findAll(configFolder, writer) : findSome(transcripts, writer);
  const due = jobs.filter(isDue);
  const progress = {
    files: jobs.length,
    files_read: jobs.length - due.length,
    bytes: jobs.reduce((sum, { found }) => sum + found.size, 0),
    bytes_read: 0,
    unreadable: 0,
  };
  progress.bytes_read = progress.bytes - due.reduce((sum, job) => sum + unreadBytes(job), 0);
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
  try {
    let intake: FileIntake | undefined;
    let readOfFile = 0;
    for await (const news of read(due)) {
      if (isStopped()) break;
      const job = due[news.job] as FileJob;
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
  } catch (error) {
    writer.rollBack();
    throw error;
  }
  onProgress({ ...progress });
  return progress;
}

function findAll(configFolder: string, writer: HistoryWriter): FileJob[] {
  const known = writer.files();
  const found = listTranscriptFiles(configFolder, (path) => known.get(path)?.sessionId);
  markGone(writer, known, found);
  return found.map((file) => ({ found: file, known: known.get(file.path) }));
}

function findSome(transcripts: readonly string[], writer: HistoryWriter): FileJob[] {
  return transcripts.flatMap(listFilesOf).map((found) => {
    const known = writer.file(found.path);
    if (known?.isGone) writer.markGone(known.id, false);
    return { found, known };
  });
}

function markGone(writer: HistoryWriter, known: Map<string, KnownFile>, found: readonly FoundFile[]): void {
  const here = new Set(found.map(({ path }) => path));
  for (const { id, path, isGone } of known.values()) {
    if (isGone === here.has(path)) writer.markGone(id, !isGone);
  }
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
