/** Reads values of unknown type, usually parsed JSON from another program, without validating a whole schema. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty for anything that is not an object. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Empty for anything that is not a list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Empty for anything that is not a string. */
export function textOf(value: unknown): string {
  return isText(value) ? value : '';
}
