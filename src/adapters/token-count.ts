/** Numbers of tokens as other programs tell them. */

/** 0 for whatever is no number of tokens. The largest can still be added up. */
export function tokenCount(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;
}
