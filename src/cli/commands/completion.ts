/** `reins completion SHELL`, and `reins complete`, which the shells call. */
import type { Command } from 'commander';
import { askHub } from '../completion/ask-hub.ts';
import { completeWords } from '../completion/complete-words.ts';
import { SHELL_SCRIPTS, SHELLS, type Shell } from '../completion/shell-scripts.ts';
import { EXIT } from '../exit-codes.ts';
import { cleanLine } from '../terminal/clean-text.ts';

export function completion(shell: string): number {
  if (!SHELLS.includes(shell as Shell)) {
    console.error(`reins: There is no completion for ${shell}. Use one of ${SHELLS.join(', ')}.`);
    return EXIT.usage;
  }
  process.stdout.write(SHELL_SCRIPTS[shell as Shell]);
  return EXIT.done;
}

/** One line each: the value, a tab, what it is about. */
export async function complete(program: Command, words: readonly string[]): Promise<number> {
  const found = await completeWords(program, words, askHub);
  for (const { value, about } of found) console.log(`${value}\t${cleanLine(about)}`);
  return EXIT.done;
}
