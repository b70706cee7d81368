/**
 * A permission request as a choice: allow once, allow with one of Claude's suggestions, deny, deny with a
 * reason.
 */
import { interactionText, interactionWarnings } from '../../core/wording/interaction-text.ts';
import { placeText, readSuggestion, suggestionText } from '../../core/wording/suggestion-text.ts';
import { exactText, exactTexts } from '../../lib/hidden-characters.ts';
import type { PermissionAnswer } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { fenced } from '../text-block.ts';
import { diffsOf } from '../tools/tool-diffs.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';

type PendingInteraction = Pick<Interaction, 'kind' | 'tool_name' | 'input' | 'suggestions' | 'flags' | 'cwd'>;

const APPLY = 'apply:';

export async function askPermission(
  interaction: PendingInteraction,
  dialog: EditorDialog,
): Promise<PermissionAnswer | undefined> {
  const chosen = await dialog.choose({ text: aboutPermission(interaction) }, permissionChoices(interaction));
  if (chosen === undefined) return undefined;
  if (chosen === 'allow') return { decision: 'allow' };
  if (chosen === 'words') {
    const message = await dialog.words('What should Claude do instead? Your next message is the answer.');
    return { decision: 'deny', message };
  }
  const suggestion = chosen.startsWith(APPLY)
    ? interaction.suggestions[Number(chosen.slice(APPLY.length))]
    : undefined;
  // Grants only what was offered.
  if (typeof suggestion !== 'object' || suggestion === null) return { decision: 'deny' };
  return { decision: 'allow', apply: [suggestion as Record<string, unknown>] };
}

export function permissionChoices({ suggestions }: Pick<PendingInteraction, 'suggestions'>): Choice[] {
  const lasting = suggestions.flatMap((candidate, index): Choice[] => {
    const suggestion = readSuggestion(candidate);
    if (!suggestion) return [];
    const words = [suggestionText(suggestion), placeText(suggestion.destination)].filter(Boolean).join(' ');
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
export function aboutPermission(interaction: PendingInteraction): string {
  const { headline } = interactionText(interaction, interaction.cwd);
  const warnings = interactionWarnings(interaction, interaction.cwd).map(
    (warning) => `**Careful:** ${warning}`,
  );
  return [`${headline}.`, ...warnings, ...wholeInput(interaction)].join('\n\n');
}

/** Commands and dialogs verbatim, the rest as JSON. The call itself shows file changes. */
function wholeInput({ tool_name: name = '', input, cwd = '' }: PendingInteraction): string[] {
  if (diffsOf({ name, input }, cwd).length > 0) return [];
  const asIs = name === 'Bash' ? 'command' : 'screen';
  const text = input[asIs];
  // The call itself shows the description of a command.
  const reported = typeof text === 'string' ? [asIs, ...(name === 'Bash' ? ['description'] : [])] : [];
  const rest = Object.fromEntries(Object.entries(input).filter(([field]) => !reported.includes(field)));
  return [
    ...(typeof text === 'string' ? [fenced(exactText(text))] : []),
    ...(Object.keys(rest).length > 0 ? [fenced(JSON.stringify(exactTexts(rest), null, 2), 'json')] : []),
  ];
}
