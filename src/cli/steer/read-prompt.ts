/** Reads the text of a prompt from the command line or standard input. */
import { text } from 'node:stream/consumers';

/** `-` means standard input. Without text, a pipe is read; undefined if there is none. */
export async function readPrompt(words: readonly string[]): Promise<string | undefined> {
  const { stdin } = process;
  if (words.length > 0 && words.join(' ') !== '-') return words.join(' ');
  if (words.length === 0 && stdin.isTTY) return undefined;
  const piped = (await text(stdin)).replace(/\n$/, '');
  return piped.trim() === '' ? undefined : piped;
}
