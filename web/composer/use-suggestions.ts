/** What fits the word that is being typed: slash commands of the session, or files below its folder. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { fittingCommands, fittingFiles, type Suggested } from '../../src/core/fitting-words.ts';
import type { TypedWord } from '../../src/core/typed-word.ts';
import type { SlashCommand } from '../../src/protocol/completion.ts';
import { useHub } from '../hub/page-hub.ts';

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
      client.files(sessionId, typed, end.signal).then(({ items }) => show(fittingFiles(items)), nothing);
    } else nothing();
    return () => end.abort();
  }, [client, sessionId, kind, typed]);
  return found;
}
