/**
 * Characters that are invisible, look like a space without being one, reorder the text around them or control a terminal.
 * Where a person decides based on the text, they are spelled out instead: `<U+202E>`.
 */

/** Left unchanged: emoji, which are joined by hidden characters. */
const EMOJI = String.raw`\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}]|\u200d(?=\p{Extended_Pictographic}))*`;
/** Control, format and unassigned characters, lone surrogates, unusual spaces, and characters that fonts omit. */
const HIDDEN = String.raw`[^\P{C}\n\t\r]|\r(?!\n)|[^\P{Z} ]|\p{Default_Ignorable_Code_Point}|\u2800`;
const EITHER = new RegExp(`${EMOJI}|(?<hidden>${HIDDEN})`, 'gu');

/** The whole text with the same line breaks and every hidden character spelled out. Safe to print to a terminal. */
export function exactText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(EITHER, (found: string, hidden: string | undefined) =>
      hidden === undefined ? found : `<${nameOf(hidden)}>`,
    );
}

/** As `exactText`, on one line. */
export function exactLine(text: string): string {
  return exactText(text.replace(/[ \t\n]+/g, ' ')).trim();
}

/** The name of the first hidden character, such as `U+202E`. */
export function findHidden(text: string): string | undefined {
  for (const { groups } of text.matchAll(EITHER)) if (groups?.['hidden']) return nameOf(groups['hidden']);
  return undefined;
}

/** Applies `exactText` to every string in a value at any depth, including keys. */
export function exactTexts<Value>(value: Value): Value {
  return mapTexts(value) as Value;
}

function mapTexts(value: unknown): unknown {
  if (typeof value === 'string') return exactText(value);
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [exactText(name), mapTexts(one)]));
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
