/** How long ago something happened, in the form people use. */

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
