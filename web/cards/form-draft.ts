/** The state of a form's controls, and the content made from it. */
import type { FormField } from '../../src/core/wording/form-fields.ts';

export type DraftValue = string | boolean | readonly string[];
export type FormDraft = Readonly<Record<string, DraftValue>>;

/** Starts with the server's default values. */
export function beginDraft(fields: readonly FormField[]): FormDraft {
  return Object.fromEntries(fields.map((field) => [field.name, beginValue(field)]));
}

function beginValue({ type, choices, format, usual }: FormField): DraftValue {
  if (type === 'boolean') return usual === true;
  if (type === 'choices' && choices.length > 0) return Array.isArray(usual) ? usual.map(String) : [];
  if (usual === undefined || usual === null) return '';
  return format === 'date-time' ? toLocalTime(String(usual)) : String(usual);
}

/** Omits empty fields. Invalid values stay as typed, so that validation reports them. */
export function formContent(fields: readonly FormField[], draft: FormDraft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = toValue(field, draft[field.name] ?? '');
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function toValue({ type, format, isRequired }: FormField, value: DraftValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value.length > 0 || isRequired ? [...value] : undefined;
  const text = value.trim();
  if (text === '') return undefined;
  if (type === 'number' || type === 'integer') return Number.isFinite(Number(text)) ? Number(text) : text;
  // Free lists are separated by commas.
  if (type === 'choices') return text.split(',').map((one) => one.trim());
  return format === 'date-time' ? toMoment(text) : text;
}

/** The control has no time zone: it uses the time of this device. */
function toLocalTime(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function toMoment(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}
