/** A form from the schema that an MCP server asks with: flat, of texts, numbers, switches and choices. */

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'integer' | 'switch' | 'choice';
  readonly format?: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly initial: string | boolean;
}

export type FormValues = Readonly<Record<string, string | boolean>>;

type Json = Readonly<Record<string, unknown>>;

export function readForm(schema: unknown): FormField[] {
  const { properties, required } = asObject(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(asObject(properties)).map(([name, property]) =>
    readField(name, asObject(property), needed.has(name)),
  );
}

function readField(name: string, property: Json, isRequired: boolean): FormField {
  const { title, description, type, format } = property;
  const choices = choicesOf(property);
  const kind =
    choices.length > 0
      ? 'choice'
      : type === 'boolean'
        ? 'switch'
        : type === 'number' || type === 'integer'
          ? type
          : 'text';
  const { default: given } = property;
  return {
    name,
    label: typeof title === 'string' ? title : name,
    help: typeof description === 'string' ? description : undefined,
    isRequired,
    kind,
    format: typeof format === 'string' ? format : undefined,
    choices,
    initial: kind === 'switch' ? given === true : given === undefined ? '' : String(given),
  };
}

function choicesOf(property: Json): FormField['choices'] {
  const { enum: values, enumNames, oneOf } = property;
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value, index) => ({ value: String(value), label: String(names[index] ?? value) }));
  }
  if (!Array.isArray(oneOf)) return [];
  return oneOf.map(asObject).map(({ const: value, title }) => ({
    value: String(value),
    label: String(title ?? value),
  }));
}

export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** What stands in the way, by field; empty when the form may be sent. */
export function checkForm(
  fields: readonly FormField[],
  values: FormValues,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { name, kind, isRequired } of fields) {
    const value = values[name];
    if (kind === 'switch') continue;
    const text = String(value ?? '').trim();
    if (text === '') {
      if (isRequired) problems[name] = 'This is needed.';
    } else if ((kind === 'number' || kind === 'integer') && !Number.isFinite(Number(text))) {
      problems[name] = 'This must be a number.';
    } else if (kind === 'integer' && !Number.isInteger(Number(text))) {
      problems[name] = 'This must be a whole number.';
    }
  }
  return problems;
}

/** Fields left empty are left out. */
export function formContent(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, unknown][] => {
      const value = values[name];
      if (kind === 'switch') return [[name, value === true]];
      const text = String(value ?? '').trim();
      if (text === '') return [];
      return [[name, kind === 'number' || kind === 'integer' ? Number(text) : text]];
    }),
  );
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
