/** The type of an image from its first bytes, no matter what its name or label claims. */

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

const BEGINNINGS: readonly (readonly [type: ImageType, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** The number of bytes needed. */
export const HEAD_BYTES = 16;

/** `head`: the first bytes, one character each. Undefined for types that Claude does not support. */
export function imageTypeOf(head: string): ImageType | undefined {
  return BEGINNINGS.find(([, begins]) => begins.test(head))?.[0];
}
