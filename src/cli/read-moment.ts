/** Parses a duration, and a moment: a time ago, or a date. */

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `30s`, `5min`, `2 h` in milliseconds, or undefined. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d+)\s*([a-z]+)$/.exec(text.trim()) ?? [];
  const length = UNITS[unit];
  return count === undefined || length === undefined ? undefined : Number(count) * length;
}

/** `2d`, `3 h`, `2026-01-31`, `2026-01-31T12:00`; a date starts at local midnight. ISO 8601, or undefined. */
export function readMoment(text: string, now: number): string | undefined {
  const ago = readDuration(text);
  if (ago !== undefined) return toIso(now - ago);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  return toIso(Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00` : text));
}

function toIso(ms: number): string | undefined {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
