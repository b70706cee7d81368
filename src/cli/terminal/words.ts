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

/** `812 B`, `3.4 MB`, `1.2 GB`. */
export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`;
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
