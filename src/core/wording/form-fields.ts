/**
 * The fields of an MCP server's form, read from its JSON schema, and text converted to their values. MCP
 * requires flat schemas.
 */

import { exactText } from '../../lib/hidden-characters.ts';
import { listOf, recordOf } from '../../lib/json-values.ts';
import type { Interaction } from '../../protocol/interactions.ts';

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  /** The text format, such as `email`; known ones are in `check-form.ts`. */
  readonly format?: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** The choices: each value and its name. */
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly isRequired: boolean;
  readonly usual?: unknown;
}

type Schema = Readonly<Record<string, unknown>>;

export function formFieldsOf({ input }: Pick<Interaction, 'input'>): FormField[] {
  const schema = recordOf(input['requested_schema']);
  const required = listOf(schema['required']);
  return Object.entries(recordOf(schema['properties'])).map(([name, value]) => {
    const field = recordOf(value);
    const { title, description, format, default: usual } = field;
    return {
      name,
      title: exactText(typeof title === 'string' ? title : name),
      ...(typeof description === 'string' && { about: exactText(description) }),
      ...(typeof format === 'string' && { format }),
      ...typeOf(field),
      isRequired: required.includes(name),
      ...(usual !== undefined && { usual }),
    };
  });
}

function typeOf(field: Schema): Pick<FormField, 'type' | 'choices'> {
  const choices = choicesOf(field);
  if (choices.length > 0) return { type: 'choice', choices };
  if (field['type'] === 'array') return { type: 'choices', choices: choicesOf(recordOf(field['items'])) };
  const { type } = field;
  return { type: type === 'number' || type === 'integer' || type === 'boolean' ? type : 'text', choices };
}

/** `enum` with or without names, or a list of constants with titles. */
function choicesOf(field: Schema): FormField['choices'] {
  const names = listOf(field['enumNames']);
  const plain = listOf(field['enum']).map((value, index) => ({
    value: String(value),
    title: String(names[index] ?? value),
  }));
  const titled = [...listOf(field['oneOf']), ...listOf(field['anyOf'])]
    .map(recordOf)
    .flatMap((one) =>
      one['const'] === undefined
        ? []
        : [{ value: String(one['const']), title: String(one['title'] ?? one['const']) }],
    );
  return [...plain, ...titled];
}

/** Converts text to the value of a field. Throws an Error that describes what the field accepts. */
export function readFieldValue(field: FormField, words: string): unknown {
  const text = words.trim();
  switch (field.type) {
    case 'number':
    case 'integer': {
      const number = Number(text);
      if (text === '' || Number.isNaN(number) || (field.type === 'integer' && !Number.isInteger(number))) {
        throw new Error(`${field.title} must be a ${field.type === 'integer' ? 'whole number' : 'number'}.`);
      }
      return number;
    }
    case 'boolean':
      if (/^(true|yes|y|1|on)$/i.test(text)) return true;
      if (/^(false|no|n|0|off)$/i.test(text)) return false;
      throw new Error(`${field.title} must be yes or no.`);
    case 'choice':
      return choose(field, text);
    case 'choices':
      return text === '' ? [] : text.split(',').map((one) => choose(field, one.trim()));
    case 'text':
      return words;
  }
}

function choose({ title, choices }: FormField, text: string): string {
  const found = choices.find(({ value, title: name }) => [value, name].some((one) => same(one, text)));
  if (found || choices.length === 0) return found?.value ?? text;
  throw new Error(`${title} must be one of: ${choices.map(({ title: name }) => name).join(', ')}.`);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
