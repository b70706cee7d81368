/** Claude Code's structured result of a tool call, as far as it is kept. */

/** The result of an edit repeats the whole file as it was; the patch says all that is new. */
export function withoutOriginal(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || !('originalFile' in details)) return details;
  const { originalFile: _, ...rest } = details;
  return rest;
}
