/**
 * The last guard before the terminal: besides plain text, only colours pass. Lines are already sanitized; this enforces it
 * for any session output.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const ALLOWED = /\u001b\[[0-9;]*m|[^\u0000-\u001f\u007f-\u009f]+/g;

export function onlyStyle(line: string): string {
  return (line.match(ALLOWED) ?? []).join('');
}
