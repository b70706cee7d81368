/** Completions for a word typed into a prompt, best first: slash commands of the session, or files. Pure. */
import type { SlashCommand } from '../protocol/completion.ts';

export interface Suggested {
  /** The completed word, without its prefix character. */
  readonly value: string;
  readonly words: string;
  readonly about?: string | undefined;
}

const MOST = 8;

export function matchingCommands(commands: readonly SlashCommand[], typed: string): Suggested[] {
  const words = typed.toLowerCase();
  const fits = ({ name }: SlashCommand) => name.toLowerCase().includes(words);
  const rank = ({ name }: SlashCommand) => (name.toLowerCase().startsWith(words) ? 0 : 1);
  return commands
    .filter((command) => isOffered(command) && fits(command))
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name, about, hint }) => ({ value: name, words: `/${name}${hint ? ` ${hint}` : ''}`, about }));
}

/** Claude Code also reports commands that it has removed, and ones that only its own servers use (2.1.325). */
function isOffered({ name, about = '' }: SlashCommand): boolean {
  return !name.startsWith('_') && !about.startsWith('(removed)') && !about.endsWith(' sessions only)');
}

/** In the order of the hub. */
export function matchingFiles(paths: readonly string[]): Suggested[] {
  return paths.slice(0, MOST).map((path) => ({ value: path, words: path }));
}
