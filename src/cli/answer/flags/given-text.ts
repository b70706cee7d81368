/** Values of flags: literal text, the content of `@file`, JSON objects. */
import { usageError } from '../../usage-error.ts';

/** Reads the file of an `@file` value. */
export type ReadFile = (path: string) => string;

/** `@path` stands for the content of that file, `@-` for standard input. */
export function givenText(value: string, readFile: ReadFile): string {
  return value.startsWith('@') ? readFile(value.slice(1)) : value;
}

export function givenObject(flag: string, value: string, readFile: ReadFile): Record<string, unknown> {
  const parsed = parse(givenText(value, readFile));
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw usageError(`--${flag} must be a JSON object, or @file with one.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
