/** Formats moments, durations, money and paths for people. */
import { moneyText } from '../../core/usage/money.ts';
import { durationOf } from '../../core/wording/duration-of.ts';
import { ageOf } from '../../lib/age-of.ts';

export { ageOf, durationOf };

export function costOf(usd: number | undefined): string {
  return usd === undefined ? '' : moneyText(usd);
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

/** `claude-opus-4-5-20251101` becomes `opus-4-5`. */
export function shortModel(model: string | undefined): string {
  return (model ?? '').replace(/^claude-/, '').replace(/-\d{8}$/, '');
}

export function shortId(sessionId: string): string {
  return sessionId.slice(0, 8);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
