/**
 * A permission request as a choice: allow once, allow with one of Claude's suggestions, deny, deny with a
 * reason.
 */
import { askWarnings, askWords } from '../../core/words/ask-words.ts';
import { placeWords, readSuggestion, suggestionWords } from '../../core/words/suggestion-words.ts';
import { exactText, exactTexts } from '../../lib/hidden-characters.ts';
import type { PermissionAnswer } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { fenced } from '../text-block.ts';
import { diffsOf } from '../tools/tool-diffs.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';

type Ask = Pick<Interaction, 'kind' | 'tool_name' | 'input' | 'suggestions' | 'flags' | 'cwd'>;

const APPLY = 'apply:';

export async function askPermission(ask: Ask, dialog: EditorDialog): Promise<PermissionAnswer | undefined> {
  const chosen = await dialog.choose({ text: aboutPermission(ask) }, permissionChoices(ask));
  if (chosen === undefined) return undefined;
  if (chosen === 'allow') return { decision: 'allow' };
  if (chosen === 'words') {
    const message = await dialog.words('What should Claude do instead? Your next message is the answer.');
    return { decision: 'deny', message };
  }
  const suggestion = chosen.startsWith(APPLY)
    ? ask.suggestions[Number(chosen.slice(APPLY.length))]
    : undefined;
  // Grants only what was offered.
  if (typeof suggestion !== 'object' || suggestion === null) return { decision: 'deny' };
  return { decision: 'allow', apply: [suggestion as Record<string, unknown>] };
}

export function permissionChoices({ suggestions }: Pick<Ask, 'suggestions'>): Choice[] {
  const lasting = suggestions.flatMap((candidate, index): Choice[] => {
    const suggestion = readSuggestion(candidate);
    if (!suggestion) return [];
    const words = [suggestionWords(suggestion), placeWords(suggestion.destination)].filter(Boolean).join(' ');
    return [{ id: `${APPLY}${index}`, name: `Allow, and ${words}`, kind: 'allow_always' }];
  });
  return [
    { id: 'allow', name: 'Allow', kind: 'allow_once' },
    ...lasting,
    { id: 'deny', name: 'Deny', kind: 'reject_once' },
    { id: 'words', name: 'Deny with a reason', kind: 'reject_once' },
  ];
}

/** What a person must see to decide: dangers, and the complete input, of which a title shows one line. */
export function aboutPermission(ask: Ask): string {
  const { headline } = askWords(ask, ask.cwd);
  const warnings = askWarnings(ask, ask.cwd).map((warning) => `**Careful:** ${warning}`);
  return [`${headline}.`, ...warnings, ...wholeInput(ask)].join('\n\n');
}

/** Commands and dialogs verbatim, the rest as JSON. The call itself shows file changes. */
function wholeInput({ tool_name: name = '', input, cwd = '' }: Ask): string[] {
  if (diffsOf({ name, input }, cwd).length > 0) return [];
  const asIs = name === 'Bash' ? 'command' : 'screen';
  const text = input[asIs];
  // The call itself shows the description of a command.
  const told = typeof text === 'string' ? [asIs, ...(name === 'Bash' ? ['description'] : [])] : [];
  const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !told.includes(field)));
  return [
    ...(typeof text === 'string' ? [fenced(exactText(text))] : []),
    ...(Object.keys(rest).length > 0 ? [fenced(JSON.stringify(exactTexts(rest), null, 2), 'json')] : []),
  ];
}
