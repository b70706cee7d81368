/** `--allow`, `--deny` and their options. */
import type { PermissionAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import { usageError } from '../../usage-error.ts';
import { changeSuggestion, describeSuggestion, ruleContentOf } from '../suggestion-choices.ts';
import { type AnswerFlags, onlyOne, requireWith } from './answer-flags.ts';
import { givenObject, givenText, type ReadFile } from './given-text.ts';

export function permissionAnswer(
  interaction: Pick<Interaction, 'tool_name' | 'input' | 'suggestions'>,
  flags: AnswerFlags,
  readFile: ReadFile,
): PermissionAnswer {
  const decision = onlyOne(flags, 'allow', 'deny');
  if (decision === 'deny') {
    requireWith(flags, 'allow', 'input', 'command', 'apply', 'rule', 'to');
    const { message, interrupt } = flags;
    return { decision, ...(message && { message }), ...(interrupt && { interrupt }) };
  }
  requireWith(flags, 'deny', 'message', 'interrupt');
  requireWith(flags, 'apply', 'rule', 'to');
  const input = editedInput(interaction, flags, readFile);
  const apply = flags.apply === undefined ? undefined : chosen(interaction, flags, flags.apply);
  return { decision, ...(input && { input }), ...(apply && { apply }) };
}

function editedInput(
  { tool_name, input }: Pick<Interaction, 'tool_name' | 'input'>,
  flags: AnswerFlags,
  readFile: ReadFile,
): Record<string, unknown> | undefined {
  if (flags.input === undefined && flags.command === undefined) return undefined;
  if (onlyOne(flags, 'input', 'command') === 'input')
    return givenObject('input', flags.input ?? '', readFile);
  if (typeof input['command'] !== 'string') {
    throw usageError(`${tool_name} has no command. Use --input to change its input.`);
  }
  return { ...input, command: givenText(flags.command ?? '', readFile) };
}

function chosen(
  { suggestions }: Pick<Interaction, 'suggestions'>,
  { rule, to }: AnswerFlags,
  numbers: string,
): Record<string, unknown>[] {
  const picked = numbers.split(',').map((number) => {
    const suggestion = /^\s*\d+\s*$/.test(number) ? suggestions[Number(number) - 1] : undefined;
    if (suggestion !== undefined) return suggestion;
    throw usageError(`There is no suggestion ${number.trim()}. ${offered(suggestions)}`);
  });
  if (rule !== undefined && (picked.length > 1 || ruleContentOf(picked[0]) === undefined)) {
    throw usageError('--rule edits the rule of the suggestion in --apply, but that suggestion has none.');
  }
  return picked.map((suggestion) => changeSuggestion(suggestion, { rule, to }));
}

function offered(suggestions: readonly unknown[]): string {
  if (suggestions.length === 0) return 'Claude made no suggestions.';
  const lines = suggestions.map((one, index) => `\n  ${index + 1}  ${describeSuggestion(one)}`);
  return `Claude suggests:${lines.join('')}`;
}
