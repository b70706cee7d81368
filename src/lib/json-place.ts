/** Where in a JSON text a value stands, by its keys from the top. */
import type { JsonNode } from './json-tree.ts';

/** The line, counted from 1, of the value; of its key when it has one; of what would hold it when it is not there. */
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

/** Paths of keys that an object holds more than once: programs differ in which one counts. */
export function repeatedKeys(node: JsonNode, path: readonly (string | number)[] = []): (string | number)[][] {
  return node.members.flatMap(({ key, node: value }, at) => {
    const here = [...path, key ?? at];
    const isRepeated = key !== undefined && node.members.findIndex((one) => one.key === key) < at;
    return [...(isRepeated ? [here] : []), ...repeatedKeys(value, here)];
  });
}
