/** Looks up entries by untrusted names: inherited properties such as `toString` do not count. */
export function ownEntry<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
