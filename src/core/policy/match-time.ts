/** Days and hours of a rule, in the machine's local time. */
import type { RuleTime } from '../../protocol/policy.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export function timeMatches({ days, from, to }: RuleTime, now: Date): boolean {
  const minute = now.getHours() * 60 + now.getMinutes();
  const [begin, end] = [minutesOf(from ?? '00:00'), to === undefined ? 24 * 60 : minutesOf(to)];
  const isOn = (day: number) => days === undefined || days.includes(DAYS[(day + 7) % 7] ?? 'sun');
  const today = now.getDay();
  if (begin < end) return isOn(today) && begin <= minute && minute < end;
  // Across midnight: the early hours belong to the day before.
  return (isOn(today) && minute >= begin) || (isOn(today - 1) && minute < end);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
