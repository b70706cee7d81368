/** Reads many files one after another. What goes wrong with one of them is told, and the others are read. */
import { type FileJob, type FilePiece, readPieces } from './read-pieces.ts';

/** What is told of a file, which is named by its number among the jobs: its pieces, then how it ended. */
export type JobNews =
  | { readonly job: number; readonly piece: FilePiece }
  | { readonly job: number; readonly end: 'read' | 'unreadable' };

/** `first` is the number of the first job. */
export function* readJobs(jobs: readonly FileJob[], first = 0): Generator<JobNews, void> {
  for (const [index, next] of jobs.entries()) {
    const job = first + index;
    try {
      for (const piece of readPieces(next)) yield { job, piece };
      yield { job, end: 'read' };
    } catch (error) {
      if (!isFileError(error)) throw error;
      yield { job, end: 'unreadable' };
    }
  }
}

/** Errors of single files: gone meanwhile, not ours to read, a broken disk below them. */
function isFileError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && typeof syscall === 'string';
}
