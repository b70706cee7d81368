const UNITS = ['', 'k', 'M', 'G', 'T'];

/** `950`, `12.4k`, `120k`, `1.2M`: three digits at most. */
export function shortCount(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)}${UNITS[unit]}`;
}
