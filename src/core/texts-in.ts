/** The texts in the input of a tool. */
import { findHidden } from '../lib/hidden-characters.ts';

/** Every text, number and name in a tool's input with the name of its field, at any depth. */
export function textsIn(value: unknown, field = ''): { field: string; text: string }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ field, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [{ field: '', text: name }, ...textsIn(one, name)]);
}

/** The name of the first character that is invisible or reorders the text, such as `U+202E`. */
export function findHiddenIn(input: unknown): string | undefined {
  for (const { text } of textsIn(input)) {
    const hidden = findHidden(text);
    if (hidden !== undefined) return hidden;
  }
  return undefined;
}
