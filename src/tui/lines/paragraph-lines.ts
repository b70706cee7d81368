/** An indented sentence on as many lines as it needs: wrapped, not cut. */
import { cleanText } from '../../lib/clean-text.ts';
import type { Paint } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';

export function paragraphLines(words: string, width: number, paint: Paint, indent = 2): string[] {
  const lead = ' '.repeat(indent);
  return wrapText(cleanText(words), width - indent).map((line) => paint(lead + line));
}
