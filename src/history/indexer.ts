/**
 * Brings history up to date with the transcripts on disk: newest first, only what is new in each, committed every so often.
 * Files that cannot be read are counted and tried again next time; files that are gone stay in history.
 */
import type { HistoryProgress } from '../protocol/history.ts';
import type { HistoryWriter, KnownFile } from '../store/history/history-writer.ts';
import { indexFile } from './index-file.ts';
import { type FoundFile, listFilesOf, listTranscriptFiles } from './list-transcript-files.ts';

/** A commit makes words findable and costs time: at first soon, then rarely. */
const COMMIT_BYTES = 32 * 1024 * 1024;
const COMMIT_MS = 2000;

export interface IndexerOptions {
  readonly configFolder: string;
  /** Which to look at: all, or only these and those of their subagents. */
  readonly transcripts?: readonly string[] | 'all';
  readonly writer: HistoryWriter;
  readonly onProgress: (progress: HistoryProgress) => void;
}

/** Returns when everything that was there at the beginning has been read. Throws what the database throws. */
export function indexTranscripts(options: IndexerOptions): HistoryProgress {
  const { configFolder, transcripts = 'all', writer, onProgress } = options;
  const known = writer.files();
  const found = transcripts === 'all' ? listTranscriptFiles(configFolder) : transcripts.flatMap(listFilesOf);
  if (transcripts === 'all') markGone(writer, known, found);
  const due = found.filter((file) => isDue(file, known.get(file.path)));
  const progress = {
    files: found.length,
    files_read: found.length - due.length,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    bytes_read: 0,
    unreadable: 0,
  };
  progress.bytes_read =
    progress.bytes - due.reduce((sum, file) => sum + unread(file, known.get(file.path)), 0);
  onProgress({ ...progress });

  let uncommitted = 0;
  let committedAt = performance.now();
  const afterChunk = (bytes: number) => {
    uncommitted += bytes;
    progress.bytes_read += bytes;
    if (uncommitted < COMMIT_BYTES && performance.now() - committedAt < COMMIT_MS) return;
    writer.commit();
    uncommitted = 0;
    committedAt = performance.now();
    onProgress({ ...progress });
  };
  try {
    for (const file of due) {
      const before = progress.bytes_read;
      try {
        indexFile({ writer, found: file, known: known.get(file.path), afterChunk });
        progress.files_read += 1;
      } catch (error) {
        if (!isFileError(error)) throw error;
        progress.unreadable += 1;
        progress.bytes_read = before + unread(file, known.get(file.path));
      }
    }
    writer.commit();
  } catch (error) {
    writer.rollBack();
    throw error;
  }
  onProgress({ ...progress });
  return progress;
}

function markGone(writer: HistoryWriter, known: Map<string, KnownFile>, found: readonly FoundFile[]): void {
  const here = new Set(found.map(({ path }) => path));
  for (const { id, path, isGone } of known.values()) {
    if (isGone === here.has(path)) writer.markGone(id, !isGone);
  }
}

function isDue(file: FoundFile, known: KnownFile | undefined): boolean {
  // What was read last time and has no line end yet is looked at again only when the file has changed.
  return (
    !known ||
    known.size !== file.size ||
    known.inode !== file.inode ||
    Math.round(file.modifiedAt) !== known.modifiedAt
  );
}

function unread({ size }: FoundFile, known: KnownFile | undefined): number {
  return known && known.readTo <= size ? size - known.readTo : size;
}

/** Errors of single files: gone meanwhile, not ours to read, a broken disk below them. */
function isFileError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && typeof syscall === 'string';
}
