/** A request in plain words, for every kind. Pure; the caller sanitizes the text. */
import { exactTexts } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { AskFacts, AskWords } from '../asks/ask-kind.ts';
import { askKindOf } from '../asks/ask-kinds.ts';
import { dangersOf } from './dangers.ts';

/** File paths are relative to the session's folder. */
export function askWords(ask: AskFacts, cwd = ''): AskWords {
  return exactTexts(askKindOf(ask.kind).words(ask, cwd));
}

/** Warnings for the person who decides, as sentences: dangers, and flags of the hub. */
export function askWarnings(ask: AskFacts & Pick<Interaction, 'flags'>, cwd = ''): string[] {
  const flagged = (ask.flags ?? []).map(({ message }) => message);
  return [...flagged, ...dangersOf(ask.tool_name ?? '', ask.input, cwd)];
}
