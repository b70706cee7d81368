/** Measures text in terminal columns and cuts it to fit. The text must be clean and on one line. */
import { graphemesOf } from './graphemes.ts';

/** European letters, punctuation, arrows, lines and shapes: one column each, none of them combining. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2212\u2500-\u25fc\u2713]*$/;
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

/** Standalone marks take no space. */
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text))
    width += WIDE.test(segment) ? 2 : INVISIBLE.test(segment) ? 0 : 1;
  return width;
}

/** At most `width` columns, with an ellipsis in place of the rest. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemesOf(text)) {
    used += textWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Like `cutToWidth`, but keeps the end. */
export function cutStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of [...graphemesOf(text)].reverse()) {
    used += textWidth(segment);
    if (used > width) break;
    kept = segment + kept;
  }
  return `…${kept.trimStart()}`;
}

export function padToWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + space : space + text;
}
