/** Reads many files one after another. Reports the failure of a file and continues with the others. */
import { type FileJob, type FilePiece, readPieces } from './read-pieces.ts';

/** The reports about a file: its pieces, then its end. */
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

/** Errors of single files: deleted meanwhile, not readable, on a broken disk. */
function isFileError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && typeof syscall === 'string';
}
