/** Formats times. */
import { currentLocale, t } from '../../src/core/translate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Created once, on demand: creating one takes longer than formatting a hundred times.
let dates: Intl.DateTimeFormat | undefined;
let datesOfThisYear: Intl.DateTimeFormat | undefined;
let ages: Intl.RelativeTimeFormat | undefined;

/** `now`, `4 min`, `3 h`, `2 days` (without the "ago" of other languages), then the date, with the year if it is not this year. */
export function relativeTime(at: string | number, now = Date.now()): string {
  const ms = now - new Date(at).getTime();
  if (ms < MINUTE) return t('now');
  if (ms < HOUR) return since(Math.floor(ms / MINUTE), 'minute');
  if (ms < DAY) return since(Math.floor(ms / HOUR), 'hour');
  const days = Math.floor(ms / DAY);
  if (days < 14) return since(days, 'day');
  if (new Date(at).getFullYear() === new Date(now).getFullYear()) {
    datesOfThisYear ??= new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short' });
    return datesOfThisYear.format(new Date(at));
  }
  dates ??= new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', year: 'numeric' });
  return dates.format(new Date(at));
}

/** Short in English; in other languages a number alone would be a duration. */
function since(n: number, unit: 'minute' | 'hour' | 'day'): string {
  const locale = currentLocale();
  if (locale === undefined || locale.startsWith('en')) {
    return `${n} ${unit === 'minute' ? 'min' : unit === 'hour' ? 'h' : n === 1 ? 'day' : 'days'}`;
  }
  ages ??= new Intl.RelativeTimeFormat(locale, { style: 'short' });
  return ages.format(-n, unit);
}

export function exactTime(at: string | number): string {
  return new Date(at).toLocaleString(currentLocale());
}
