/** What Claude waits for in plain words, whatever its kind. Pure; the words are cleaned by whoever shows them. */
import { exactTexts } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { AskFacts, AskWords } from '../asks/ask-kind.ts';
import { askKindOf } from '../asks/ask-kinds.ts';
import { dangersOf } from './dangers.ts';

/** Files are named from the session's folder. */
export function askWords(ask: AskFacts, cwd = ''): AskWords {
  return exactTexts(askKindOf(ask.kind).words(ask, cwd));
}

/** What whoever decides should know first, as sentences: what is dangerous about it, and what the hub has flagged. */
export function askWarnings(ask: AskFacts & Pick<Interaction, 'flags'>, cwd = ''): string[] {
  const flagged = (ask.flags ?? []).map(({ message }) => message);
  return [...flagged, ...dangersOf(ask.tool_name ?? '', ask.input, cwd)];
}
