/**
 * The form or the link of an MCP server: passed on if the editor supports forms, otherwise filled in with
 * text.
 */
import type { CreateElicitationResponse, ElicitationSchema } from '@agentclientprotocol/sdk';
import { checkForm } from '../../core/check-form.ts';
import { type FormField, formFieldsOf, readFieldValue } from '../../core/wording/form-fields.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import { textOf } from '../../lib/json-values.ts';
import type { ElicitationAnswer } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';

type PendingInteraction = Pick<Interaction, 'kind' | 'tool_name' | 'input'>;

export async function askForm(
  interaction: PendingInteraction,
  dialog: EditorDialog,
): Promise<ElicitationAnswer | undefined> {
  const { headline } = interactionText(interaction);
  const message = `${headline}: ${textOf(interaction.input['message'])}`;
  const url = textOf(interaction.input['url']);
  if (interaction.input['mode'] === 'url') {
    if (dialog.open) return answerOf(await dialog.open(message, url));
    return chooseToAccept(`${message}\n\n${url}`, dialog);
  }
  const schema = interaction.input['requested_schema'];
  if (dialog.fill) return answerOf(await dialog.fill(message, (schema ?? {}) as ElicitationSchema));
  const fields = formFieldsOf(interaction);
  if (fields.length === 0) return chooseToAccept(message, dialog);
  return fillByText(message, fields, schema, dialog);
}

const DECLINE: Choice = { id: 'decline', name: 'Decline', kind: 'reject_once' };

async function chooseToAccept(text: string, dialog: EditorDialog): Promise<ElicitationAnswer | undefined> {
  const accept: Choice = { id: 'accept', name: 'Accept', kind: 'allow_once' };
  const chosen = await dialog.choose({ text }, [accept, DECLINE]);
  return chosen === undefined ? undefined : { action: chosen === 'accept' ? 'accept' : 'decline' };
}

async function fillByText(
  message: string,
  fields: readonly FormField[],
  schema: unknown,
  dialog: EditorDialog,
): Promise<ElicitationAnswer | undefined> {
  const fill: Choice = { id: 'fill', name: 'Fill it in with your next message', kind: 'allow_once' };
  let text = `${message}\n\n${fields.map(describeField).join('\n')}`;
  for (;;) {
    const chosen = await dialog.choose({ text }, [fill, DECLINE]);
    if (chosen !== 'fill') return chosen === undefined ? undefined : { action: 'decline' };
    const words = await dialog.words(`${text}\n\n${howToFill(fields)}`);
    try {
      const content = readWords(fields, words);
      const problem = checkForm(schema, content);
      if (!problem) return { action: 'accept', content };
      text = `${message}\n\n${problem.message}`;
    } catch (error) {
      text = `${message}\n\n${(error as Error).message}`;
    }
  }
}

function describeField({ name, title, about, choices, isRequired }: FormField): string {
  const offered = choices.length > 0 ? ` (${choices.map((choice) => choice.title).join(', ')})` : '';
  const named = title === name ? name : `${name}: ${title}`;
  return `- ${named}${about === undefined ? '' : `, ${about}`}${offered}${isRequired ? ', needed' : ''}`;
}

function howToFill(fields: readonly FormField[]): string {
  return fields.length === 1
    ? 'Your next message is the value.'
    : 'Answer in your next message, one line per field, such as `name: value`.';
}

/** Throws an Error that names the invalid line. */
export function readWords(fields: readonly FormField[], words: string): Record<string, unknown> {
  const [only] = fields;
  if (fields.length === 1 && only && !words.startsWith(`${only.name}:`)) {
    return { [only.name]: readFieldValue(only, words) };
  }
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^\s*([^:=]+?)\s*[:=]\s*(.*)$/.exec(line) ?? [];
      const field = fields.find((one) => [one.name, one.title].some((known) => known === name));
      if (!field) throw new Error(`"${line.trim()}" is not a field of this form.`);
      return [field.name, readFieldValue(field, value)];
    }),
  );
}

function answerOf(filled: CreateElicitationResponse): ElicitationAnswer {
  if (filled.action === 'decline') return { action: 'decline' };
  if (filled.action !== 'accept') return { action: 'cancel' };
  const { content } = filled as { content?: Record<string, unknown> | null };
  return { action: 'accept', ...(content && { content }) };
}
