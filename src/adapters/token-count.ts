/** Token counts as reported by other programs. */

/** 0 for anything but a token count. Even the largest can be summed. */
export function tokenCount(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;
}
