/** The words of a prompt from where the person put them: the command line, or standard input. */
import { text } from 'node:stream/consumers';

/** `-` means standard input. Without words, a pipe is read; undefined when there is none. */
export async function readPrompt(
  words: readonly string[],
  stdin: NodeJS.ReadStream = process.stdin,
): Promise<string | undefined> {
  if (words.length > 0 && words.join(' ') !== '-') return words.join(' ');
  if (words.length === 0 && stdin.isTTY) return undefined;
  const piped = (await text(stdin)).replace(/\n$/, '');
  return piped.trim() === '' ? undefined : piped;
}
