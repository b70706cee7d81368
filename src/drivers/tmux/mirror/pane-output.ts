/** What tmux tells of a pane's output in control mode: bytes, with control characters and backslashes written in octal. */

export interface PaneOutput {
  readonly pane: string;
  readonly bytes: Buffer;
}

/** `rest` is what follows `%output `, read as Latin-1, so that characters that were cut in two stay whole bytes. */
export function readOutput(rest: string): PaneOutput {
  const space = rest.indexOf(' ');
  const text = rest
    .slice(space + 1)
    .replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return { pane: rest.slice(0, space), bytes: Buffer.from(text, 'latin1') };
}
