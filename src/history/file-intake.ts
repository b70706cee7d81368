/**
 * Writes the pieces of one transcript file into history, in order. Independent of other files; the caller
 * commits.
 */
import type { HistoryFile, HistoryWriter } from '../store/history/history-writer.ts';
import type { FileJob, FilePiece } from './read-pieces.ts';

export class FileIntake {
  readonly #writer: HistoryWriter;
  readonly #job: FileJob;
  /** Its number, and the address of its first byte. */
  #place: { readonly id: number; readonly origin: number } | undefined;

  constructor(writer: HistoryWriter, job: FileJob) {
    this.#writer = writer;
    this.#job = job;
  }

  take(piece: FilePiece): void {
    const { id, origin } = this.#place ?? this.#begin(piece);
    for (const row of piece.rows) this.#writer.addRow(origin + row.start, row);
    for (const message of piece.messages) this.#writer.countUsage(message);
    for (const block of piece.blocks) this.#writer.addBlock(origin + block.start, block);
    this.#writer.saveFile(id, this.#as(piece, piece.position, piece.readTo));
  }

  #begin(piece: FilePiece): { id: number; origin: number } {
    const { found, known } = this.#job;
    const { from, isContinued } = piece;
    if (known && !isContinued) this.#writer.retireFile(known.id);
    const id = known && isContinued ? known.id : this.#writer.addFile(this.#as(piece, 0, 0));
    const length = Math.max(1, found.size - from);
    this.#place = { id, origin: this.#writer.addExtent(id, from, length, found.modifiedAt) - from };
    return this.#place;
  }

  /** The size is how much of the file was checked: it counts as changed until that is all of it. */
  #as({ head, calls }: FilePiece, size: number, readTo: number): HistoryFile {
    return { ...this.#job.found, head, calls, size, readTo };
  }
}
