/**
 * Splits the arguments of `reins new`, apart from its own options, into the prompt and flags for `claude`.
 * Pure.
 */
import { type FlagKind, kindOfFlag } from '../../claude/claude-flags.ts';
import type { ReinsError } from '../../protocol/errors.ts';
import { usageError } from '../usage-error.ts';

export interface Words {
  readonly prompt?: string;
  readonly claudeArgs: readonly string[];
}

/** `passed`: the arguments after `--`, which are not parsed. Throws `invalid_request`. */
export function splitWords(words: readonly string[], passed: readonly string[]): Words {
  const prompts: string[] = [];
  const claudeArgs: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (!isFlag(word)) {
      prompts.push(word);
      continue;
    }
    const count = valuesAfter(word, words.slice(index + 1));
    claudeArgs.push(word, ...words.slice(index + 1, index + 1 + count));
    index += count;
  }
  for (const word of passed) if (kindOfFlag(word) === 'out_of_hand') throw outOfHand(word);
  const [prompt, ...others] = prompts;
  if (others.length > 0) {
    throw usageError(
      `There are ${prompts.length} prompts: ${prompts.map(quote).join(', ')}. Put the prompt in quotes.`,
    );
  }
  return { ...(prompt !== undefined && { prompt }), claudeArgs: [...claudeArgs, ...passed] };
}

/** The number of words after a flag that belong to it. */
function valuesAfter(flag: string, rest: readonly string[]): number {
  const kind: FlagKind = kindOfFlag(flag);
  if (kind === 'out_of_hand') throw outOfHand(flag);
  if (kind === 'unknown') {
    throw usageError(
      `reins does not recognize ${flag}. Put flags for claude after "--": reins new "prompt" -- ${flag}`,
    );
  }
  if (kind === 'switch' || flag.includes('=')) return 0;
  const free = rest.findIndex(isFlag);
  const available = free === -1 ? rest.length : free;
  if (kind === 'value' && available === 0) throw usageError(`${flag} needs a value.`);
  return kind === 'many' ? available : Math.min(1, available);
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function outOfHand(flag: string): ReinsError {
  return usageError(
    `${flag} cannot be used with reins, because the hub controls Claude Code itself. For an answer in a script, use "reins send ID --wait".`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text);
}
