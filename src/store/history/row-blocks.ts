/** Blocks of rows as stored in the database: each row with its offset in the file, compressed together. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The lowest quality that uses matches in other rows: see decision 9. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 17 } };
/** Large enough to compress well, small enough to look up one row in. */
const BLOCK_BYTES = 96 * 1024;
const LINE_END = Buffer.from('\n');

export interface PackedBlock {
  /** Offset of its first row in the file. */
  readonly start: number;
  /** Its unpacked size. */
  readonly bytes: number;
  readonly data: Uint8Array;
}

/** Packs rows into blocks, in their order. */
export class BlockPacker {
  #pieces: Buffer[] = [];
  #start = 0;
  #bytes = 0;
  #packed: PackedBlock[] = [];

  add(start: number, row: Buffer): void {
    if (this.#pieces.length === 0) this.#start = start;
    const place = Buffer.from(`${start.toString(36)} `, 'latin1');
    this.#pieces.push(place, row, LINE_END);
    this.#bytes += place.length + row.length + 1;
    if (this.#bytes >= BLOCK_BYTES) this.#pack();
  }

  /** Everything added since the last time. */
  take(): PackedBlock[] {
    if (this.#pieces.length > 0) this.#pack();
    const packed = this.#packed;
    this.#packed = [];
    return packed;
  }

  #pack(): void {
    const data = brotliCompressSync(Buffer.concat(this.#pieces, this.#bytes), COMPRESSION);
    this.#packed.push({ start: this.#start, bytes: this.#bytes, data });
    this.#pieces = [];
    this.#bytes = 0;
  }
}

/** The rows of a block by their offsets in the file. */
export function unpackBlock(data: Uint8Array): Map<number, string> {
  const lines = new Map<number, string>();
  for (const line of brotliDecompressSync(data).toString('utf8').split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) lines.set(Number.parseInt(line.slice(0, space), 36), line.slice(space + 1));
  }
  return lines;
}
