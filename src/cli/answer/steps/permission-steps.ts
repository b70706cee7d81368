/** A permission, step by step: allow, with what Claude suggests for the future, or edited; deny, with words. */
import { exactLine, exactText } from '../../../lib/hidden-characters.ts';
import { isRecord } from '../../../lib/json-values.ts';
import type { PermissionAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import { cleanText } from '../../terminal/clean-text.ts';
import type { Dialog } from '../dialog.ts';
import {
  changeSuggestion,
  describeSuggestion,
  LEVELS,
  type Level,
  levelWords,
  ruleContentOf,
} from '../suggestion-choices.ts';

type Step = 'allow' | 'edit' | 'change' | 'deny' | 'words' | 'stop' | number;

/** Undefined when the person leaves it as it is. `isDangerous`: then nothing is allowed by pressing Enter at once. */
export async function permissionSteps(
  ask: Pick<Interaction, 'tool_name' | 'input' | 'suggestions'>,
  dialog: Dialog,
  isDangerous: boolean,
): Promise<PermissionAnswer | undefined> {
  let input: Record<string, unknown> | undefined;
  let suggestions: readonly unknown[] = ask.suggestions;
  let ticked: readonly Step[] = [];
  for (;;) {
    const choices = choicesOf(ask, suggestions, ticked, input !== undefined);
    const first = choices.findIndex(({ value }) => value === (isDangerous ? 'deny' : 'allow'));
    const chosen = await dialog.choose({ choices, start: first });
    if (!chosen) return undefined;
    ticked = chosen.ticked;
    switch (chosen.value) {
      case 'allow': {
        const apply = suggestions.filter((_, index) => ticked.includes(index)) as Record<string, unknown>[];
        return { decision: 'allow', ...(input && { input }), ...(apply.length > 0 && { apply }) };
      }
      case 'edit':
        input = (await editInput(ask, input ?? ask.input, dialog)) ?? input;
        break;
      case 'change': {
        const changed = await changeOne(suggestions, dialog);
        if (changed) {
          suggestions = changed.suggestions;
          ticked = [...new Set([...ticked, changed.index])];
        }
        break;
      }
      case 'deny':
        return { decision: 'deny' };
      case 'stop':
        return { decision: 'deny', interrupt: true };
      case 'words': {
        const message = await dialog.ask('What should Claude do instead?');
        if (message !== undefined) return { decision: 'deny', message };
      }
    }
  }
}

function choicesOf(
  { tool_name }: Pick<Interaction, 'tool_name'>,
  suggestions: readonly unknown[],
  ticked: readonly Step[],
  isEdited: boolean,
) {
  const boxes = suggestions.map((one, index) => ({
    value: index as Step,
    label: exactLine(describeSuggestion(one)),
    isTicked: ticked.includes(index),
  }));
  const edit = tool_name === 'Bash' ? 'Edit the command' : 'Edit the input';
  return [
    { value: 'allow' as Step, label: isEdited ? 'Allow as edited' : 'Allow', letter: 'a' },
    ...boxes,
    ...(suggestions.length > 0
      ? [{ value: 'change' as Step, label: 'Change a suggestion', letter: 'c' }]
      : []),
    { value: 'edit' as Step, label: edit, letter: 'e' },
    { value: 'words' as Step, label: 'Deny with words', letter: 'w' },
    { value: 'stop' as Step, label: 'Deny and end the turn', letter: 's' },
    { value: 'deny' as Step, label: 'Deny', letter: 'd' },
  ];
}

/** A command as text, everything else as JSON. Undefined when nothing came of it. */
async function editInput(
  { tool_name }: Pick<Interaction, 'tool_name'>,
  input: Readonly<Record<string, unknown>>,
  dialog: Dialog,
): Promise<Record<string, unknown> | undefined> {
  const { command } = input;
  if (tool_name === 'Bash' && typeof command === 'string') {
    const edited = (await dialog.edit(`${command}\n`, 'command.sh'))?.replace(/\n+$/, '');
    if (edited === undefined || edited === '' || edited === command) return undefined;
    dialog.say(
      'It would run instead:',
      ...exactText(edited)
        .split('\n')
        .map((line) => `  ${line}`),
      '',
    );
    return { ...input, command: edited };
  }
  const edited = await dialog.edit(`${JSON.stringify(input, null, 2)}\n`, 'input.json');
  if (edited === undefined) return undefined;
  const parsed = parseObject(edited);
  if (!parsed) dialog.say('That is no JSON object; the input stays as it was.', '');
  else dialog.say('It would run with this input instead:', ...exactText(edited).trimEnd().split('\n'), '');
  return parsed;
}

async function changeOne(suggestions: readonly unknown[], dialog: Dialog) {
  const index = await whichOf(suggestions, dialog);
  if (index === undefined) return undefined;
  const suggestion = suggestions[index];
  const content = ruleContentOf(suggestion);
  const rule = content === undefined ? undefined : await dialog.ask('The rule:', cleanText(content));
  const choices = (Object.keys(LEVELS) as Level[]).map((value) => ({ value, label: levelWords(value) }));
  const level = await dialog.choose({ title: 'Keep it', choices });
  const changed = changeSuggestion(suggestion, { rule, to: level?.value });
  return { index, suggestions: suggestions.map((one, at) => (at === index ? changed : one)) };
}

async function whichOf(suggestions: readonly unknown[], dialog: Dialog): Promise<number | undefined> {
  if (suggestions.length === 1) return 0;
  const choices = suggestions.map((one, value) => ({ value, label: exactLine(describeSuggestion(one)) }));
  return (await dialog.choose({ title: 'Which one?', choices }))?.value;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
