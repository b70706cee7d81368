/** Bars of eighths of a character: lengths that can be compared at a glance. */

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** At most `width` characters; anything above zero shows at least a sliver. */
export function barOf(value: number, whole: number, width: number): string {
  if (value <= 0 || whole <= 0) return '';
  const eighths = Math.max(1, Math.round(Math.min(1, value / whole) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
