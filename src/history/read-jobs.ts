/** Reads many files one after another. What goes wrong with one of them is told, and the others are read. */
import { type FileJob, type FilePiece, readPieces } from './read-pieces.ts';

/** What is told of a file: its pieces, then how it ended. */
export type FileNews = { readonly piece: FilePiece } | { readonly end: 'read' | 'unreadable' };
export type JobNews = { readonly job: FileJob; readonly news: FileNews };

export function* readJobs(jobs: Iterable<FileJob>): Generator<JobNews, void> {
  for (const job of jobs) {
    try {
      for (const piece of readPieces(job)) yield { job, news: { piece } };
      yield { job, news: { end: 'read' } };
    } catch (error) {
      if (!isFileError(error)) throw error;
      yield { job, news: { end: 'unreadable' } };
    }
  }
}

/** Errors of single files: gone meanwhile, not ours to read, a broken disk below them. */
function isFileError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && typeof syscall === 'string';
}
