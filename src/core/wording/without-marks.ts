/** Text without the marks of markdown, for places that show one line of it. */
export function withoutMarks(text: string): string {
  return text.replace(/\*\*|`|^#+ /gm, '');
}
