/** Formats times, durations and costs. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Created once, on demand: creating one takes longer than formatting a hundred times.
let dates: Intl.DateTimeFormat | undefined;
let datesOfThisYear: Intl.DateTimeFormat | undefined;

/** `now`, `4 min`, `3 h`, `2 days`, then the date, with the year if it is not this year. */
export function relativeTime(at: string | number, now = Date.now()): string {
  const ms = now - new Date(at).getTime();
  if (ms < MINUTE) return 'now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  if (days < 14) return days === 1 ? '1 day' : `${days} days`;
  if (new Date(at).getFullYear() === new Date(now).getFullYear()) {
    datesOfThisYear ??= new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
    return datesOfThisYear.format(new Date(at));
  }
  dates ??= new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
  return dates.format(new Date(at));
}

export function exactTime(at: string | number): string {
  return new Date(at).toLocaleString();
}

/** `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.floor(ms / MINUTE);
  const seconds = Math.round((ms % MINUTE) / 1000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
}
