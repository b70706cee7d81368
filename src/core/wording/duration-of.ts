/** Durations the way people read them: `12 ms`, `1.9 s`, `2 min 5 s`, `3 h 4 min`, `5 d 1 h`. */
import { numberText, t } from '../translate.ts';

/** `3.4`, also of `3.0`: a running time does not jump. */
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function durationOf(ms: number): string {
  if (ms < 1000) return t('{n} ms', { n: Math.round(ms) });
  if (ms < 10_000) return t('{n} s', { n: numberText(ms / 1000, TENTHS) });
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), t('{n} d')],
    [Math.floor((seconds % 86_400) / 3600), t('{n} h')],
    [Math.floor((seconds % 3600) / 60), t('{n} min')],
    [seconds % 60, t('{n} s')],
  ] as const;
  const first = parts.findIndex(([n]) => n > 0);
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => unit.replace('{n}', String(n)))
    .join(' ');
}
