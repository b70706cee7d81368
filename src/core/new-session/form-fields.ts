/** The options for a new session, in the order of the page and the terminal UI. */

import { t } from '../translate.ts';
import { modeText } from '../wording/suggestion-text.ts';
import { type FieldChoice, type FieldText, type RUN_OPTIONS, runOptions } from './run-options.ts';

type Options = typeof RUN_OPTIONS;
type OwnField = {
  [Name in keyof Options]: Options[Name] extends { readonly field: unknown } ? Name : never;
}[keyof Options];
type MoreFields = Extract<Options[keyof Options], { readonly moreFields: unknown }>['moreFields'];
export type FieldName = 'cwd' | 'prompt' | OwnField | MoreFields[number]['name'];

/** As typed: every field is present, and a checked box is `on`. */
export type FormValues = Readonly<Record<FieldName, string>>;

export interface FormField extends FieldText {
  readonly name: FieldName;
  readonly isHeadless?: true | undefined;
}

const optionFields = runOptions().flatMap(([name, { field, moreFields = [], isHeadless }]) =>
  [...(field ? [{ name, ...field }] : []), ...moreFields].map(
    (words) => ({ ...words, isHeadless }) as FormField & { readonly isCommon?: true },
  ),
);

export const COMMON_FIELDS: readonly FormField[] = [
  { name: 'cwd', label: t('Folder on the hub’s machine'), kind: 'text', isCode: true },
  { name: 'prompt', label: t('What should Claude do?'), kind: 'lines' },
  ...optionFields.filter(({ isCommon }) => isCommon),
];

export const MORE_FIELDS: readonly FormField[] = optionFields.filter(({ isCommon }) => !isCommon);

export const FIELD_NAMES: readonly FieldName[] = [...COMMON_FIELDS, ...MORE_FIELDS].map(({ name }) => name);

export const EMPTY_FORM = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as FormValues;

/** Whether a field has an effect given the other choices. */
export function isOffered({ isHeadless, needs }: FormField, values: FormValues): boolean {
  return (
    !(isHeadless && values.driver === 'tmux') && (needs === undefined || values[needs as FieldName] !== '')
  );
}

/** The choices of a field, including one that only a template contains. */
export function choicesOf(
  { choices = [], whenEmpty = '' }: Pick<FormField, 'choices' | 'whenEmpty'>,
  value: string,
): FieldChoice[] {
  const all = [{ value: '', label: whenEmpty }, ...choices];
  return all.some((choice) => choice.value === value) ? all : [...all, { value, label: modeText(value) }];
}
