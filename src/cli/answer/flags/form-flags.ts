/** `--accept` with `--content`, `--decline` and `--cancel`: the form of an MCP server. */
import { type FormField, formFieldsOf, readFieldValue } from '../../../core/wording/form-fields.ts';
import type { ElicitationAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import { usageError } from '../../usage-error.ts';
import { type AnswerFlags, onlyOne, requireWith } from './answer-flags.ts';
import { givenObject, type ReadFile } from './given-text.ts';

export function formAnswer(
  interaction: Pick<Interaction, 'input'>,
  flags: AnswerFlags,
  readFile: ReadFile,
): ElicitationAnswer {
  const action = onlyOne(flags, 'accept', 'decline', 'cancel');
  requireWith(flags, 'accept', 'content');
  if (action !== 'accept') return { action };
  const fields = formFieldsOf(interaction);
  const content = Object.assign(
    {},
    ...(flags.content ?? []).map((given) => readContent(fields, given, readFile)),
  ) as Record<string, unknown>;
  const missing = fields.filter(({ name, isRequired }) => isRequired && content[name] === undefined);
  if (missing.length > 0) {
    throw usageError(`The form requires ${missing.map(({ name }) => `--content ${name}=…`).join(', ')}.`);
  }
  return { action, ...(fields.length > 0 && { content }) };
}

/** A JSON object or `@file` with one, or `field=value`. */
function readContent(
  fields: readonly FormField[],
  given: string,
  readFile: ReadFile,
): Record<string, unknown> {
  if (/^\s*[{@]/.test(given)) return givenObject('content', given, readFile);
  const [, name = '', words = ''] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
  const field = fields.find((one) => one.name === name);
  if (!field) {
    const known = fields.map((one) => one.name).join(', ') || 'none';
    throw usageError(`--content must be JSON or field=value. Fields of the form: ${known}.`);
  }
  try {
    return { [name]: readFieldValue(field, words) };
  } catch (error) {
    throw usageError((error as Error).message);
  }
}
