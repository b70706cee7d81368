/** Parses `--since`, `--until` and `--timeout`, which mean the same in every command. */
import { InvalidArgumentError } from 'commander';
import { readDuration, readMoment } from './read-moment.ts';

/** For the help of an option. */
export const MOMENTS = '2d, 3h, 30min or a date such as 2026-01-31';

export function parseMoment(text: string): string {
  const moment = readMoment(text, Date.now());
  if (moment !== undefined) return moment;
  throw new InvalidArgumentError(
    'It must be a time ago, such as 2d, 3h or 30min, or a date such as 2026-01-31.',
  );
}

/** In milliseconds. */
export function parseDuration(text: string): number {
  const duration = readDuration(text);
  if (duration !== undefined && duration > 0) return duration;
  throw new InvalidArgumentError('It must be a time, such as 30s, 5min or 2h.');
}

/** Where the event log starts: after a seq, now, or at a moment. */
export type EventsFrom = number | 'now' | { readonly from: string };

export function parseEventsFrom(text: string): EventsFrom {
  if (text === 'now') return text;
  if (/^\d+$/.test(text)) return Number(text);
  const moment = readMoment(text, Date.now());
  if (moment !== undefined) return { from: moment };
  throw new InvalidArgumentError(
    'It must be a seq such as 42, "now", a time ago such as 2d, or a date such as 2026-01-31.',
  );
}
