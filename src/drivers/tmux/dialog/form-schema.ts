/** The schema of a form, as far as keys can fill it in: texts, numbers, choices, yes or no, multiple choices. */
import type { PendingInteraction } from '../../driver.ts';
import { squeeze } from './squeeze.ts';
import { toFieldText } from './to-field-text.ts';

/** The value for one field. */
export interface FieldOrder {
  /** The name that the form shows. */
  readonly title: string;
  readonly how: 'write' | 'tick' | 'choose';
  /** The text to write, `true` or `false`, or the labels to choose. */
  readonly wanted: readonly string[];
  /** Whether the form shows it. */
  isDone(value: string): boolean;
}

interface Property {
  readonly type?: string;
  readonly title?: string;
  readonly enum?: readonly unknown[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly Choice[];
  readonly items?: { readonly enum?: readonly unknown[]; readonly anyOf?: readonly Choice[] };
}

interface Choice {
  readonly const: unknown;
  readonly title?: string;
}

/** Returns a reason if keys cannot fill it in. */
export function toFieldOrders(
  { input }: PendingInteraction,
  content: Readonly<Record<string, unknown>>,
): FieldOrder[] | string {
  const schema = (input['requested_schema'] ?? {}) as { properties?: Readonly<Record<string, Property>> };
  const properties = schema.properties ?? {};
  const unknown = Object.keys(content).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) return `the form has no field "${unknown}"`;
  const orders: FieldOrder[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(content, name)) continue;
    const order = toOrder(property.title ?? name, property, content[name]);
    if (!order) return `keys cannot fill in the field "${name}"`;
    orders.push(order);
  }
  return orders;
}

function toOrder(title: string, property: Property, value: unknown): FieldOrder | undefined {
  const choices = choicesOf(property);
  if (choices) {
    const values = property.type === 'array' ? value : [value];
    if (!Array.isArray(values)) return undefined;
    const labels = values.map((one) => choices.find((choice) => choice.value === one)?.label);
    if (!labels.every((label): label is string => label !== undefined)) return undefined;
    return {
      title,
      how: 'choose',
      wanted: labels,
      isDone: (shown) => squeeze(shown) === squeeze(labels.join(',')),
    };
  }
  if (property.type === 'boolean') {
    if (typeof value !== 'boolean') return undefined;
    return { title, how: 'tick', wanted: [String(value)], isDone: (shown) => shown === (value ? '☒' : '☐') };
  }
  const isText = property.type === 'string' && typeof value === 'string';
  const isNumber = (property.type === 'number' || property.type === 'integer') && typeof value === 'number';
  if (!isText && !isNumber) return undefined;
  const text = toFieldText(String(value));
  return { title, how: 'write', wanted: [text], isDone: (shown) => squeeze(shown) === squeeze(text) };
}

function choicesOf({ enum: values, enumNames, oneOf, items }: Property) {
  const named = oneOf ?? items?.anyOf;
  if (named) return named.map(({ const: value, title }) => ({ value, label: title ?? String(value) }));
  const plain = values ?? items?.enum;
  return plain?.map((value, index) => ({ value, label: enumNames?.[index] ?? String(value) }));
}
