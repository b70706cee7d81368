/** Whether two sources told the same: equal content, whatever the order of keys and whoever told it when. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Draft } from './draft.ts';

const ABOUT_THE_TELLING: ReadonlySet<string> = new Set([
  ...['seq', 'session_id', 'host', 'at', 'v', 'source', 'position', 'observed'],
  ...['key', 'raw'],
]);

export function isSameFact(event: ReinsEvent, draft: Draft): boolean {
  return isEqual(contentOf(event), contentOf(draft));
}

function contentOf(fact: object): Record<string, unknown> {
  const kept = Object.entries(fact).filter(
    ([name, value]) => !ABOUT_THE_TELLING.has(name) && value !== undefined,
  );
  return Object.fromEntries(kept);
}

/** Deep equality of JSON values. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => isEqual(left[key], right[key]));
}
