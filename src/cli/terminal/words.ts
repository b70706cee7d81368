/** Moments, durations, money and paths the way people read them. */
import { durationOf } from '../../lib/duration-of.ts';

export { durationOf };

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
