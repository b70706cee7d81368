/**
 * Puts a stamp before each line, on bytes and in reused memory: a runner does this for every piece of a streamed response,
 * so it must cost next to nothing.
 */

const NEWLINE = 0x0a;
const USUAL_BYTES = 128 * 1024;

export class Stamper {
  readonly #usual = Buffer.allocUnsafeSlow(USUAL_BYTES);

  /**
   * Each of the `lines` ends with a line end; those whose index `isLeftOut` accepts are dropped. The result is valid until
   * the next call.
   */
  stamp(lines: Buffer, stamp: Buffer, isLeftOut: (start: number) => boolean = () => false): Buffer {
    const space = this.#space(lines.length + countLines(lines) * stamp.length);
    let used = 0;
    for (let start = 0; start < lines.length; ) {
      const end = lines.indexOf(NEWLINE, start) + 1;
      if (!isLeftOut(start)) {
        used += stamp.copy(space, used);
        used += lines.copy(space, used, start, end);
      }
      start = end;
    }
    return space.subarray(0, used);
  }

  #space(bytes: number): Buffer {
    return bytes <= USUAL_BYTES ? this.#usual : Buffer.allocUnsafeSlow(bytes);
  }
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
