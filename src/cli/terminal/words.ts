/** Moments, durations, money and paths the way people read them. */

const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** `now`, `2 min`, `3 h`, `5 d`. */
export function ageOf(moment: string, now: number): string {
  const elapsed = now - Date.parse(moment);
  const unit = UNITS.find(({ ms }) => elapsed >= ms);
  return unit ? `${Math.floor(elapsed / unit.ms)} ${unit.name}` : 'now';
}

/** `12 ms`, `1.9 s`, `2 min 5 s`, `3 h 4 min`, `5 d 1 h`. */
export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const parts = [
    ...[`${Math.floor(seconds / 86_400)} d`, `${Math.floor((seconds % 86_400) / 3600)} h`],
    ...[`${Math.floor((seconds % 3600) / 60)} min`, `${seconds % 60} s`],
  ];
  const first = parts.findIndex((part) => !part.startsWith('0 '));
  return parts
    .slice(first, first + 2)
    .filter((part) => !part.startsWith('0 '))
    .join(' ');
}

export function costOf(usd: number | undefined): string {
  return usd === undefined ? '' : `$${usd.toFixed(2)}`;
}

/** The home folder as `~`. */
export function shortPath(path: string, home: string | undefined): string {
  if (!home || (path !== home && !path.startsWith(`${home}/`))) return path;
  return `~${path.slice(home.length)}`;
}

/** `claude-opus-4-5-20251101` is `opus-4-5`. */
export function shortModel(model: string | undefined): string {
  return (model ?? '').replace(/^claude-/, '').replace(/-\d{8}$/, '');
}

export function shortId(sessionId: string): string {
  return sessionId.slice(0, 8);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
