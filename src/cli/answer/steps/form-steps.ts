/** The form of an MCP server, field by field, then sent; or declined. A link is only shown: it is the person's to open. */
import { type FormField, formFieldsOf, readFieldValue } from '../../../core/words/form-fields.ts';
import { exactLine, exactText } from '../../../lib/hidden-characters.ts';
import type { ElicitationAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import type { Dialog } from '../dialog.ts';

type Step = 'accept' | 'decline' | 'cancel';

/** Undefined when the person leaves it as it is. */
export async function formSteps(
  ask: Pick<Interaction, 'input'>,
  dialog: Dialog,
): Promise<ElicitationAnswer | undefined> {
  const fields = formFieldsOf(ask);
  const isLink = typeof ask.input['url'] === 'string';
  const fill = isLink ? 'I have followed the link' : fields.length > 0 ? 'Fill it in' : 'Accept';
  for (;;) {
    const chosen = await dialog.choose<Step>({
      choices: [
        { value: 'accept', label: fill, letter: 'a' },
        { value: 'decline', label: 'Decline', letter: 'd' },
        { value: 'cancel', label: 'Cancel', letter: 'c' },
      ],
    });
    if (!chosen) return undefined;
    if (chosen.value !== 'accept') return { action: chosen.value };
    if (fields.length === 0) return { action: 'accept' };
    const content = await fillIn(fields, dialog);
    if (content) return { action: 'accept', content };
  }
}

/** Undefined when the person goes back before the first field. */
async function fillIn(
  fields: readonly FormField[],
  dialog: Dialog,
): Promise<Record<string, unknown> | undefined> {
  const values: unknown[] = [];
  while (values.length < fields.length) {
    const field = fields[values.length] as FormField;
    const given = await askField(field, dialog);
    if (given) values.push(given.value);
    else if (values.length === 0) return undefined;
    else values.pop();
  }
  const filled = fields.flatMap(({ name }, index) =>
    values[index] === undefined ? [] : [[name, values[index]]],
  );
  return Object.fromEntries(filled);
}

const LEFT_OUT = Symbol('left out');

async function askField(field: FormField, dialog: Dialog): Promise<{ value: unknown } | undefined> {
  const title = [field.title, field.about]
    .filter(Boolean)
    .map((words) => exactText(words ?? ''))
    .join('\n');
  const leaveOut = field.isRequired ? [] : [{ value: LEFT_OUT as unknown, label: 'Leave it out' }];
  if (field.type === 'boolean' || field.type === 'choice') {
    const offered =
      field.type === 'boolean'
        ? [true, false].map((value) => ({ value: value as unknown, label: value ? 'Yes' : 'No' }))
        : field.choices.map(({ value, title: label }) => ({
            value: value as unknown,
            label: exactLine(label),
          }));
    const start = Math.max(
      0,
      offered.findIndex(({ value }) => value === field.usual),
    );
    const chosen = await dialog.choose({ title, choices: [...offered, ...leaveOut], start });
    return chosen && { value: chosen.value === LEFT_OUT ? undefined : chosen.value };
  }
  if (field.type === 'choices' && field.choices.length > 0) {
    const boxes = field.choices.map(({ value, title: label }) => ({
      value: value as unknown,
      label: exactLine(label),
      isTicked: Array.isArray(field.usual) && field.usual.includes(value),
    }));
    const chosen = await dialog.choose({ title, choices: [...boxes, { value: undefined, label: 'Done' }] });
    return chosen && { value: chosen.ticked };
  }
  return askWords(field, title, leaveOut.length > 0, dialog);
}

async function askWords(
  field: FormField,
  title: string,
  mayBeLeftOut: boolean,
  dialog: Dialog,
): Promise<{ value: unknown } | undefined> {
  const usual = field.usual === undefined ? undefined : exactLine(String(field.usual));
  const hint = mayBeLeftOut ? ' ("-" leaves it out)' : '';
  for (;;) {
    const words = await dialog.ask(`${title}${hint}`, usual);
    if (words === undefined) return undefined;
    if (mayBeLeftOut && words.trim() === '-') return { value: undefined };
    try {
      return { value: readFieldValue(field, words) };
    } catch (error) {
      dialog.say((error as Error).message);
    }
  }
}
