/** Asks for a secret at the terminal without showing it, or reads a line of standard input. */
import { Writable } from 'node:stream';
import { askLine } from '../terminal/ask-line.ts';

/** Undefined if the input ends without a line. */
export async function askSecret(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const secret = await askLine('', { input: process.stdin, output: silent });
  process.stderr.write('\n');
  return secret;
}
