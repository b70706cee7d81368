/**
 * The terminal's colours, adjusted for contrast. The background is dark in both themes, as Claude Code's default colours
 * expect; light themes of Claude Code stay readable.
 */

export type Rgb = readonly [red: number, green: number, blue: number];

export const GROUND: Rgb = [0x13, 0x12, 0x10];
export const TEXT: Rgb = [0xec, 0xe8, 0xe1];

/** The contrast that WCAG AA requires for text. */
const LEAST_CONTRAST = 4.5;

/** The sixteen named colours: black, red, green, yellow, blue, magenta, cyan, white, and their bright variants. */
const NAMED: readonly Rgb[] = [
  [0x2a, 0x28, 0x25],
  [0xe2, 0x68, 0x5e],
  [0x57, 0xb3, 0x74],
  [0xd9, 0xb0, 0x5c],
  [0x6b, 0xa6, 0xe8],
  [0xc0, 0x8a, 0xd8],
  [0x5c, 0xb8, 0xc0],
  [0xd4, 0xcf, 0xc6],
  [0x7d, 0x77, 0x6c],
  [0xf2, 0x95, 0x8d],
  [0x7f, 0xcb, 0x97],
  [0xf2, 0xcf, 0x8b],
  [0x92, 0xbf, 0xf0],
  [0xd8, 0xb0, 0xea],
  [0x8a, 0xd6, 0xdc],
  [0xff, 0xff, 0xff],
];

const CUBE = [0, 95, 135, 175, 215, 255];

/** One of the 256: the named ones, a cube of 216, and 24 greys. */
export function paletteColour(index: number): Rgb {
  const named = NAMED[index];
  if (named) return named;
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return [grey, grey, grey];
  }
  const place = index - 16;
  const step = (at: number) => CUBE[Math.floor(place / at) % 6] ?? 0;
  return [step(36), step(6), step(1)];
}

export function rgbOf(packed: number): Rgb {
  return [(packed >> 16) & 255, (packed >> 8) & 255, packed & 255];
}

export function toCss([red, green, blue]: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`;
}

/** `share` of the first colour, the rest of the second. */
export function blend(one: Rgb, other: Rgb, share: number): Rgb {
  const mix = (at: 0 | 1 | 2) => Math.round(one[at] * share + other[at] * (1 - share));
  return [mix(0), mix(1), mix(2)];
}

/** The colour itself if it is readable on this background, otherwise the nearest readable one towards white or black. */
export function readable(colour: Rgb, ground: Rgb): Rgb {
  if (contrast(colour, ground) >= LEAST_CONTRAST) return colour;
  const [white, black]: [Rgb, Rgb] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  const goal = contrast(white, ground) >= contrast(black, ground) ? white : black;
  for (let share = 0.1; share < 1; share += 0.1) {
    const moved = blend(goal, colour, share);
    if (contrast(moved, ground) >= LEAST_CONTRAST) return moved;
  }
  return goal;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
