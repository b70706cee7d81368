/**
 * Normalizes text for comparison with a terminal: without spaces and line ends, since the terminal wraps lines anywhere, and
 * without the bar that Claude Code draws beside long texts.
 */

export function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Lines of a text that may have a bar on the left. */
export function squeezeLines(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const hasBar = filled.length > 0 && filled.every((line) => BAR.test(line));
  return squeeze(filled.map((line) => (hasBar ? line.replace(BAR, '') : line)).join('\n'));
}

const BAR = /^ *│ ?/;
