/** Words that were sent and words that came back: a terminal changes spaces on the way. */

/** A terminal turns tabs into spaces, and a space in front keeps a prompt from being taken for a command. */
export function isSameText(sent: string, seen: string): boolean {
  const plain = (text: string) => text.replace(/\s+/gu, ' ').trim();
  return plain(sent) !== '' && plain(sent) === plain(seen);
}
