/** Compares sent text with returned text: a terminal changes whitespace. */

/** A terminal turns tabs into spaces, and a leading space keeps a prompt from being treated as a command. */
export function isSameText(sent: string, seen: string): boolean {
  const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();
  return plain(sent) !== '' && plain(sent) === plain(seen);
}
