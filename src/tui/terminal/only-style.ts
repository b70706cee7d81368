/**
 * The last guard before the terminal: of everything that is not plain text, only colours pass. Lines are made of clean text
 * already; this makes sure of it, whatever a session said.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what we look for
const ALLOWED = /\u001b\[[0-9;]*m|[^\u0000-\u001f\u007f-\u009f]+/g;

export function onlyStyle(line: string): string {
  return (line.match(ALLOWED) ?? []).join('');
}
