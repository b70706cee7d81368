/**
 * Makes text of unknown origin safe to show. Text from a session may contain escape sequences that move the cursor, rename
 * the window, write to the clipboard or hide a line. Only printable characters, tabs and newlines remain.
 */

/**
 * CSI sequences, then strings up to their end (OSC, DCS, SOS, PM, APC), then two-character escapes. A string also ends where
 * the next one starts: otherwise each of many unterminated strings would be searched to the end of the text.
 */
const ESCAPES = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
  /\u001b[ -/]*[0-~]/g,
];

/** The remaining control characters: C0 except tab and newline, DEL, C1, and the marks that reorder text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps line breaks. Drops every carriage return, including one that would overwrite its line. */
export function cleanText(text: string): string {
  const bare = ESCAPES.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  return bare.replace(CONTROLS, '');
}

/** The same on one line, for cells and labels. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(/\s+/g, ' ')).trim();
}
