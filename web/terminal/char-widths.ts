/**
 * The width of a character in columns. The emulator's table predates emoji; this one agrees with tmux, whose screen is shown.
 */

/** Two columns besides emoji: East Asian scripts and symbols. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;
const SOFT_HYPHEN = 0xad;

const known = new Map<number, 0 | 1 | 2>();

export function charWidth(code: number): 0 | 1 | 2 {
  // Everything before combining marks, which is nearly all text.
  if (code < 0x300 && code >= 0x20 && code !== SOFT_HYPHEN) return code >= 0x7f && code < 0xa0 ? 0 : 1;
  let width = known.get(code);
  if (width === undefined) {
    width = findWidth(code);
    known.set(code, width);
  }
  return width;
}

function findWidth(code: number): 0 | 1 | 2 {
  if (code < 0x20) return 0;
  if (code === SOFT_HYPHEN) return 1;
  const char = String.fromCodePoint(code);
  if (NO_WIDTH.test(char)) return 0;
  if (EMOJI.test(char) || WIDE.some(([first, last]) => code >= first && code <= last)) return 2;
  return 1;
}

/** In the emulator's encoding: the lowest bit means that it joins the previous character, the next two are its width. */
export const tmuxWidths = {
  version: 'tmux',
  wcwidth: charWidth,
  charProperties(code: number, preceding: number): number {
    const width = charWidth(code);
    const before = (preceding >> 1) & 3;
    const joins = width === 0 && preceding !== 0 && before !== 0;
    return ((joins ? before : width) << 1) | (joins ? 1 : 0);
  },
};
