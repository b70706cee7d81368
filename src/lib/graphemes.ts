/** Splits text into the characters people perceive. The segmenter is created on first use: loading its rules takes 15 ms. */

export interface Grapheme {
  readonly segment: string;
  /** Its offset in the text. */
  readonly index: number;
}

/**
 * Node's segmenter takes quadratic time, so long text is passed in pieces. Anything longer than a piece is not one
 * character.
 */
const PIECE = 256;

/** Yields one character at a time. */
const ASCII = /^[ -~]*$/;

let segmenter: Intl.Segmenter | undefined;

export function* graphemesOf(text: string): Generator<Grapheme> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    const piece = text.slice(start, end);
    const found = ASCII.test(piece)
      ? [...piece].map((segment, index) => ({ segment, index }))
      : [...segmenter.segment(piece)];
    // The last character may continue in the next piece.
    const whole = end < text.length && found.length > 1 ? found.slice(0, -1) : found;
    for (const { segment, index } of whole) yield { segment, index: start + index };
    start += whole.reduce((length, { segment }) => length + segment.length, 0);
  }
}

/** Never between the halves of a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(text.length, start + PIECE);
  return end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
