/** `reins completion SHELL`, and `reins complete`, which the shells call. */
import type { Command } from 'commander';
import { findHub } from '../../sdk-node/find-hub.ts';
import { type Completion, completeWords, type FetchCompletions } from '../completion/complete-words.ts';
import { SHELL_SCRIPTS, SHELLS, type Shell } from '../completion/shell-scripts.ts';
import { EXIT } from '../exit-codes.ts';
import { cleanLine } from '../terminal/clean-text.ts';

export function completion(shell: string): number {
  if (!SHELLS.includes(shell as Shell)) {
    console.error(`reins: ${shell} completion is not supported. Use one of ${SHELLS.join(', ')}.`);
    return EXIT.usage;
  }
  process.stdout.write(SHELL_SCRIPTS[shell as Shell]);
  return EXIT.done;
}

/** One line each: the value, a tab, its description. */
export async function complete(program: Command, words: readonly string[]): Promise<number> {
  const found = await completeWords(program, words, fetchCompletions);
  for (const { value, about } of found) console.log(`${value}\t${cleanLine(about)}`);
  return EXIT.done;
}

const PATIENCE_MS = 1000;
const ID_LENGTH = 8;

/** Data from a hub for completion: quick and silent, because a person waits with a half-written line. */
const fetchCompletions: FetchCompletions = async (what) => {
  try {
    const { client } = findHub(process.env);
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS).unref());
    const answer = async (): Promise<Completion[]> => {
      if (what === 'session') {
        const { items } = await client.list();
        const sessions = items.map(({ session_id, status, title }) => ({
          value: session_id.slice(0, ID_LENGTH),
          about: `${status}: ${title}`,
        }));
        return [{ value: 'last', about: 'the newest' }, ...sessions];
      }
      if (what === 'interaction') {
        const { items } = await client.interactions({ state: 'open' });
        return items.map(({ id, kind, tool_name = '' }) => ({
          value: id.slice(0, ID_LENGTH),
          about: `${kind} ${tool_name}`.trim(),
        }));
      }
      const { items } = await client.devices.list();
      return items.map(({ name, role }) => ({ value: name, about: role }));
    };
    return await Promise.race([answer(), late]);
  } catch {
    return [];
  }
};
