/**
 * Checks a filled-in form against the MCP server's schema. Supports the flat schemas that MCP allows for
 * forms: texts, numbers, booleans, single and multiple choices. Anything else passes: the server checks it
 * itself.
 */
import { listOf, recordOf } from '../lib/json-values.ts';
import { fitsPattern } from './fits-pattern.ts';
import { t, tn } from './translate.ts';

export interface FormProblem {
  readonly field: string;
  /** Continues a sentence that starts with the field: "must be a number." */
  readonly words: string;
  /** Starts with the field. */
  readonly message: string;
}

type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, unknown>>;

/** The first problem in the order of the form; undefined if there is none. */
export function checkForm(requestedSchema: unknown, content: Content): FormProblem | undefined {
  return formProblems(requestedSchema, content)[0];
}

/** All problems, one per field, in the order of the form. */
export function formProblems(requestedSchema: unknown, content: Content): FormProblem[] {
  const schema = recordOf(requestedSchema);
  const fields = recordOf(schema['properties']);
  const required = listOf(schema['required']);
  const problem = (field: string, words: string) => ({ field, words, message: `${field}: ${words}` });
  const wrong = Object.entries(fields).flatMap(([name, value]) => {
    const field = recordOf(value);
    const words = Object.hasOwn(content, name)
      ? problemWith(field, content[name])
      : required.includes(name)
        ? t('is required: {kind}.', { kind: kindOf(field) })
        : undefined;
    return words === undefined ? [] : [problem(name, words)];
  });
  if (Object.keys(fields).length === 0) return wrong;
  const asked = Object.keys(fields).join(', ');
  const unknown = Object.keys(content).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...wrong,
    ...unknown.map((name) => problem(name, `is not a field of this form. Fields: ${asked}.`)),
  ];
}

function problemWith(field: Schema, value: unknown): string | undefined {
  const choices = choicesOf(field);
  if (choices)
    return choices.includes(value) ? undefined : t('must be one of {choices}.', { choices: listed(choices) });
  switch (field['type']) {
    case 'string':
      return typeof value === 'string' ? problemWithText(field, value) : t('must be text.');
    case 'integer':
    case 'number':
      return problemWithNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : t('must be true or false.');
    case 'array':
      return Array.isArray(value) ? problemWithList(field, value) : t('must be a list.');
    default:
      return undefined;
  }
}

function problemWithText(field: Schema, value: string): string | undefined {
  const { minLength, maxLength, pattern, format } = field;
  // Counts characters like JSON Schema, not UTF-16 code units.
  const length = [...value].length;
  if (typeof minLength === 'number' && length < minLength)
    return tn(minLength, 'must have at least {n} characters.', 'must have at least {n} characters.');
  if (typeof maxLength === 'number' && length > maxLength)
    return tn(maxLength, 'must have at most {n} characters.', 'must have at most {n} characters.');
  if (typeof pattern === 'string' && !fitsPattern(pattern, value))
    return t('must match {pattern}.', { pattern });
  const check = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return check && !check.fits(value) ? check.words : undefined;
}

const FORMATS: Readonly<Record<string, { words: string; fits: (value: string) => boolean }>> = {
  email: { words: t('must be an email address.'), fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value) },
  uri: { words: t('must be a URL.'), fits: (value) => URL.canParse(value) },
  date: { words: t('must be a date such as 2026-01-31.'), fits: isDate },
  'date-time': {
    words: t('must be a date and time such as 2026-01-31T12:00:00Z.'),
    fits: (value) => {
      const [date = '', time = ''] = value.split(/[Tt]/);
      return isDate(date) && /^\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(time);
    },
  },
};

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  // February 31 would become another day.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

function problemWithNumber(field: Schema, value: unknown): string | undefined {
  const { type, minimum, maximum } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return t('must be a number.');
  if (type === 'integer' && !Number.isInteger(value)) return t('must be a whole number.');
  if (typeof minimum === 'number' && value < minimum)
    return t('must be at least {least}.', { least: String(minimum) });
  if (typeof maximum === 'number' && value > maximum)
    return t('must be at most {most}.', { most: String(maximum) });
  return undefined;
}

function problemWithList(field: Schema, value: readonly unknown[]): string | undefined {
  const { minItems, maxItems, items } = field;
  if (typeof minItems === 'number' && value.length < minItems)
    return tn(minItems, 'must have at least {n} entry.', 'must have at least {n} entries.');
  if (typeof maxItems === 'number' && value.length > maxItems)
    return tn(maxItems, 'must have at most {n} entry.', 'must have at most {n} entries.');
  const [wrong] = value.flatMap((one) => problemWith(recordOf(items), one) ?? []);
  return wrong && t('has a wrong entry: each {problem}', { problem: wrong });
}

/** `enum`, or a list of constants with titles. */
function choicesOf({ enum: plain, oneOf, anyOf }: Schema): unknown[] | undefined {
  if (Array.isArray(plain)) return plain;
  const titled = [...listOf(oneOf), ...listOf(anyOf)].map((one) => recordOf(one)['const']);
  return titled.length > 0 && titled.every((one) => one !== undefined) ? titled : undefined;
}

function kindOf(field: Schema): string {
  const choices = choicesOf(field);
  if (choices) return t('one of {choices}', { choices: listed(choices) });
  const words: Readonly<Record<string, string>> = {
    string: t('text'),
    integer: t('a whole number'),
    number: t('a number'),
    boolean: t('true or false'),
    array: t('a list'),
  };
  return words[String(field['type'])] ?? t('a value');
}

function listed(choices: readonly unknown[]): string {
  return choices.map((one) => JSON.stringify(one)).join(', ');
}
