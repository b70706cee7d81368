/** Offers, at the first install, rules that keep Claude away from the files of Reins. Asks only a person. */
import { createInterface } from 'node:readline/promises';
import { denyRulesFor } from '../../claude/deny-rules.ts';
import type { ReinsHome } from '../../hub/home/reins-home.ts';

/** Undefined where nobody can be asked, or there is nothing to offer; `cancelled` when the person left. */
export async function askAboutDenyRules({ folder }: ReinsHome): Promise<boolean | 'cancelled' | undefined> {
  const rules = denyRulesFor(folder);
  if (!rules || !process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  console.log(
    `Reins keeps its token and your histories in ${folder}. These rules keep Claude's file tools out of it:\n` +
      `${rules.map((rule) => `  deny ${rule}`).join('\n')}\n` +
      'They cover reading and changing files there, also by commands such as cat that Claude Code recognises; they do not\n' +
      "stop a program that Claude runs from opening the files or calling the hub's address.",
  );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  // Ctrl-C and Ctrl-D close it without an answer.
  terminal.once('close', () => left.abort());
  try {
    return /^y(es)?$/i.test((await terminal.question('Add them? [y/N] ', { signal: left.signal })).trim());
  } catch (error) {
    if (left.signal.aborted) return 'cancelled';
    throw error;
  } finally {
    terminal.close();
  }
}
