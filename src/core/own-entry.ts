/** Entries by names of unknown origin: `toString` and its like, which every object inherits, are no entries. */
export function ownEntry<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
