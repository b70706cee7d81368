/** What kind of picture bytes are: that shows in how they begin, whatever a name or a label says. */

const BEGINNINGS: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

/** How many bytes it takes to tell. */
export const HEAD_BYTES = 16;

/** `head`: the first bytes, one character each. Undefined for what Claude cannot see. */
export function imageTypeOf(head: string): string | undefined {
  return BEGINNINGS.find(([, begins]) => begins.test(head))?.[0];
}
