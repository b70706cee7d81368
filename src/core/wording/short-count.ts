import { currentLocale, numberText } from '../translate.ts';

const UNITS = ['', 'k', 'M', 'G', 'T'];
const SHORT = { notation: 'compact', maximumSignificantDigits: 3 } as const;

/** `950`, `12.4k`, `120k`, `1.2M`: three digits at most. Other languages have their own units. */
export function shortCount(count: number): string {
  if (!(currentLocale() ?? 'en').startsWith('en')) return numberText(count, SHORT);
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)}${UNITS[unit]}`;
}
