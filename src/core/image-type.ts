/** The type of an image from its first bytes, no matter what its name or label claims. */

const BEGINNINGS: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** The number of bytes needed. */
export const HEAD_BYTES = 16;

/** `head`: the first bytes, one character each. Undefined for types that Claude does not support. */
export function imageTypeOf(head: string): string | undefined {
  return BEGINNINGS.find(([, begins]) => begins.test(head))?.[0];
}
