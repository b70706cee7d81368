/** Finds a value in JSON text by its keys from the root. */
import type { JsonNode } from './json-tree.ts';

/** The line of the value, counted from 1. If it has a key, the line of the key; if it is absent, the line of its container. */
export function lineAt(text: string, root: JsonNode, path: readonly PropertyKey[]): number {
  let node = root;
  let offset = root.start;
  for (const key of path) {
    const isPlace = node.type === 'array';
    const member = isPlace ? node.members[Number(key)] : node.members.findLast((one) => one.key === key);
    if (!member) break;
    node = member.node;
    offset = member.start;
  }
  return text.slice(0, offset).split(/\r\n|[\n\r]/).length;
}

/** Paths of keys that occur more than once in an object. Programs differ in which one they use. */
export function repeatedKeys(node: JsonNode, path: readonly (string | number)[] = []): (string | number)[][] {
  return node.members.flatMap(({ key, node: value }, at) => {
    const here = [...path, key ?? at];
    const isRepeated = key !== undefined && node.members.findIndex((one) => one.key === key) < at;
    return [...(isRepeated ? [here] : []), ...repeatedKeys(value, here)];
  });
}
