/** A tool call to approve: allow, allow with a suggestion, edit, deny, deny with a reason. */
import type { KnownBlock } from '@slack/web-api';
import { editableInput, withEdit } from '../../core/interactions/editable-input.ts';
import { maskSecrets, maskValue } from '../../core/masking/mask-secrets.ts';
import { interactionWarnings } from '../../core/wording/interaction-text.ts';
import { placeText, readSuggestion, suggestionText } from '../../core/wording/suggestion-text.ts';
import { exactLine, exactText, exactTexts } from '../../lib/hidden-characters.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { context, exactCode, input, section, textInput } from '../blocks/blocks.ts';
import { LIMITS } from '../blocks/limits.ts';
import { escapeMrkdwn } from '../blocks/mrkdwn.ts';
import type { CardButton, CardKind } from './card-kind.ts';

const APPLY = 'apply.';
const REASON = 'reason';
const TEXT = 'text';
/** A longer description is shown with the rest of the input, which is never cut. */
const ABOUT_LENGTH = 300;

export const CALL_CARD: CardKind = {
  body: (interaction) => [
    ...interactionWarnings(interaction, interaction.cwd).map((warning) =>
      section(`:warning: *Careful:* ${escapeMrkdwn(warning)}`),
    ),
    ...inputBlocks(interaction),
  ],
  buttons: (interaction) => [
    { action: 'allow', text: 'Allow', style: 'primary' },
    ...suggestionButtons(interaction),
    ...(editableText(interaction) === undefined ? [] : [{ action: 'edit', text: 'Edit' }]),
    { action: 'deny', text: 'Deny', style: 'danger' },
    { action: 'deny-reason', text: 'Deny with a reason' },
  ],
  press: (interaction, action) => {
    if (action === 'allow') return { decision: 'allow' };
    if (action === 'deny') return { decision: 'deny' };
    if (action === 'deny-reason') {
      const blocks = [input(REASON, 'What should Claude do instead?', textInput())];
      return { modal: 'deny', title: 'Deny with a reason', submit: 'Deny', blocks };
    }
    if (action === 'edit') return editModal(interaction);
    const suggestion = action.startsWith(APPLY)
      ? interaction.suggestions[Number(action.slice(APPLY.length))]
      : null;
    if (typeof suggestion !== 'object' || suggestion === null) return undefined;
    return { decision: 'allow', apply: [suggestion as Record<string, unknown>] };
  },
  submit: (interaction, modal, values) => {
    if (modal === 'deny') {
      const message = values.text(REASON).trim();
      return { decision: 'deny', ...(message !== '' && { message }) };
    }
    const edited = withEdit(
      editableInput(interaction.tool_name ?? '', interaction.input),
      interaction.input,
      values.text(TEXT),
    );
    if ('problem' in edited) return { errors: { [TEXT]: edited.problem } };
    return { decision: 'allow', input: edited.input };
  },
};

function suggestionButtons({ suggestions }: Interaction): CardButton[] {
  return suggestions.flatMap((candidate, index): CardButton[] => {
    const suggestion = readSuggestion(candidate);
    if (!suggestion) return [];
    const words = [suggestionText(suggestion), placeText(suggestion.destination)].filter(Boolean).join(' ');
    return [{ action: `${APPLY}${index}`, text: `Allow, and ${words}` }];
  });
}

/** Undefined if a modal cannot show all of it, or must not. */
function editableText({ tool_name, input: wanted }: Interaction): string | undefined {
  if (tool_name === undefined) return undefined;
  const { text } = editableInput(tool_name, wanted);
  return text.length > LIMITS.input || text === '' || maskSecrets(text) !== text ? undefined : text;
}

function editModal(interaction: Interaction) {
  const text = editableText(interaction);
  if (text === undefined) return undefined;
  const { label } = editableInput(interaction.tool_name ?? '', interaction.input);
  const blocks = [input(TEXT, label, textInput(text))];
  return { modal: 'edit', title: 'Edit and allow', submit: 'Allow', blocks };
}

/**
 * Commands and dialogs verbatim, the description of a command as a sentence, the rest as JSON: the complete input,
 * except for masked secrets.
 */
function inputBlocks({ tool_name: name = '', input: wanted, suggestions }: Interaction): KnownBlock[] {
  const shown = maskValue(wanted);
  const isCommand = name === 'Bash' && typeof shown['command'] === 'string';
  const field = isCommand ? 'command' : 'screen';
  const text = shown[field];
  const about = isCommand ? shown['description'] : undefined;
  const isSentence = typeof about === 'string' && about.trim() !== '' && about.length <= ABOUT_LENGTH;
  const rest = Object.fromEntries(
    Object.entries(shown).filter(
      ([key]) => !(key === field && typeof text === 'string') && !(key === 'description' && isSentence),
    ),
  );
  const full = suggestions
    .flatMap((candidate) => readSuggestion(candidate) ?? [])
    .map((suggestion) => suggestionText(suggestion))
    .filter((words) => words.length > LIMITS.button / 2)
    .map((words) => section(`Suggestion: \`${escapeMrkdwn(words).replaceAll('`', 'ˋ')}\``));
  return [
    ...(isSentence ? [context(escapeMrkdwn(exactLine(about)))] : []),
    ...(typeof text === 'string' ? exactCode(exactText(text)) : []),
    ...(Object.keys(rest).length > 0 ? exactCode(JSON.stringify(exactTexts(rest), null, 2)) : []),
    ...full,
  ];
}
