/**
 * Drops known fields of an unexpected type from another program's values, so that readers treat them as absent. Unknown
 * fields remain.
 */
import { isRecord, isText } from './json-values.ts';

export type Kind =
  | 'text'
  | 'text or null'
  | 'number'
  | 'flag'
  | 'list'
  | 'texts'
  | 'record'
  | 'records'
  | 'table';
export type Shape = ReadonlyMap<string, Kind | Shape>;

/** Field names by kind, separated by spaces. `inner` fields are records with their own shape. */
export function shapeOf(
  names: Readonly<Partial<Record<Kind, string>>>,
  inner: Readonly<Record<string, Shape>> = {},
): Shape {
  const own = Object.entries(names).flatMap(([kind, list]) =>
    list.split(' ').map((name) => [name, kind as Kind] as const),
  );
  return new Map<string, Kind | Shape>([...own, ...Object.entries(inner)]);
}

/** The value itself when everything fits. */
export function fitFields<Value extends object>(value: Value, shape: Shape): Value {
  let fitted: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const kind = shape.get(name);
    if (kind === undefined) continue;
    const given = (value as Record<string, unknown>)[name];
    const kept = typeof kind === 'string' ? (CHECKS[kind](given) ? given : undefined) : fitInner(given, kind);
    if (kept === given) continue;
    fitted ??= { ...(value as Record<string, unknown>) };
    if (kept === undefined) delete fitted[name];
    else fitted[name] = kept;
  }
  return (fitted as Value | undefined) ?? value;
}

function fitInner(value: unknown, shape: Shape): unknown {
  return isRecord(value) ? fitFields(value, shape) : undefined;
}

const CHECKS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  'text or null': (value) => value === null || isText(value),
  // JSON can contain numbers that parse as Infinity, which JSON.stringify cannot write.
  number: (value) => Number.isFinite(value),
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  texts: (value) => Array.isArray(value) && value.every(isText),
  record: isRecord,
  records: (value) => Array.isArray(value) && value.every(isRecord),
  table: (value) => isRecord(value) && Object.values(value).every(isRecord),
};
