/** What fits the word that is being typed: slash commands of the session, or files below its folder. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TypedWord } from '../../src/core/typed-word.ts';
import type { SlashCommand } from '../../src/protocol/completion.ts';
import { useHub } from '../hub/page-hub.ts';

export interface Suggested {
  readonly value: string;
  readonly words: string;
  readonly about?: string | undefined;
}

const MOST = 8;

export function useSuggestions(sessionId: string, word: TypedWord | undefined): readonly Suggested[] {
  const { client } = useHub();
  const [found, setFound] = useState<readonly Suggested[]>([]);
  /** Asked for once, when somebody types the first slash. */
  const commands = useRef<Promise<readonly SlashCommand[]>>();
  const { kind, typed = '' } = word ?? {};
  useEffect(() => {
    const end = new AbortController();
    const show = (items: readonly Suggested[]) => !end.signal.aborted && setFound(items);
    // Without an answer there is nothing to offer, and typing goes on.
    const nothing = () => show([]);
    if (kind === 'command') {
      commands.current ??= client.commands(sessionId).then(({ items }) => items);
      commands.current.then((items) => show(fittingCommands(items, typed)), nothing);
    } else if (kind === 'file') {
      client
        .files(sessionId, typed, end.signal)
        .then(
          ({ items }) => show(items.slice(0, MOST).map((path) => ({ value: path, words: path }))),
          nothing,
        );
    } else nothing();
    return () => end.abort();
  }, [client, sessionId, kind, typed]);
  return found;
}

function fittingCommands(commands: readonly SlashCommand[], typed: string): Suggested[] {
  const words = typed.toLowerCase();
  const fits = ({ name }: SlashCommand) => name.toLowerCase().includes(words);
  const rank = ({ name }: SlashCommand) => (name.toLowerCase().startsWith(words) ? 0 : 1);
  return commands
    .filter(fits)
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name, about, hint }) => ({ value: name, words: `/${name}${hint ? ` ${hint}` : ''}`, about }));
}
