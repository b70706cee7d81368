/** Asks the person at the terminal a yes-or-no question; anything except yes means no. */
import { askLine, type Terminal } from './ask-line.ts';
import { cleanLine } from './clean-text.ts';

/** `words` are shown on their own line, above the question. */
export async function confirm(
  words: string,
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  return isYes(await askLine(`${cleanLine(words)}\n${question} [y/N] `, terminal));
}

export function isYes(line: string | undefined): boolean {
  return /^y(es)?$/i.test(line ?? '');
}
