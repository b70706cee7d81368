/** Whether two sources reported the same fact: equal content, regardless of key order, source and time. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Draft } from './draft.ts';

const SOURCE_FIELDS: ReadonlySet<string> = new Set([
  'seq',
  'session_id',
  'host',
  'at',
  'v',
  'source',
  'position',
  'observed',
  'key',
  'raw',
]);

export function isSameFact(event: ReinsEvent, draft: Draft): boolean {
  const [left, right] = [event as Record<string, unknown>, draft as Record<string, unknown>];
  let fields = 0;
  for (const name in right) {
    if (!isContent(right, name)) continue;
    if (!isEqual(left[name], right[name])) return false;
    fields++;
  }
  for (const name in left) if (isContent(left, name)) fields--;
  return fields === 0;
}

function isContent(fact: Record<string, unknown>, name: string): boolean {
  return fact[name] !== undefined && !SOURCE_FIELDS.has(name);
}

/** Deep equality of JSON values. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => key in right && isEqual(left[key], right[key]))
  );
}
