/** The title of an unnamed session: the first line of its first prompt. */

const TITLE_LENGTH = 80;

export function titleOf(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n');
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
