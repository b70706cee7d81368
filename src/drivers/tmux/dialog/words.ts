/** Words as they can be pasted into a field of a dialog: control characters would be keys, and tabs are shown as blanks. */

export function toWords(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim();
}
