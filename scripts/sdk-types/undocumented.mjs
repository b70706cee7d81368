/** The declarations of a types file, and their members, that have no comment. */
import { parseSync } from 'rolldown/utils';

/**
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: unknown }} Node
 */

const DECLARED = /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration|TSDeclareFunction)$/;
const MEMBER = /^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/;

/** @param {string} text @returns {string[]} */
export function undocumented(text) {
  const { program, comments } = parseSync('index.d.ts', text);
  const ends = comments.filter(({ value }) => value.startsWith('*')).map(({ end }) => end);
  /** @param {Node} node */
  const hasComment = ({ start }) =>
    ends.some((end) => end <= start && /^\s*(?:declare |export )*$/.test(text.slice(end, start)));
  /** @type {string[]} */
  const found = [];
  /** @param {unknown} node @param {string} place */
  const visit = (node, place) => {
    if (Array.isArray(node)) for (const one of node) visit(one, place);
    if (!isNode(node)) return;
    const name = nameOf(node);
    const isPublic = !name.startsWith('#');
    const inner = name === '' ? place : place === '' ? name : `${place}.${name}`;
    const isNamed = DECLARED.test(node.type) || MEMBER.test(node.type);
    if (isNamed && isPublic && !hasComment(node)) found.push(inner);
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'key' && key !== 'id') visit(child, isNamed ? inner : place);
    }
  };
  visit(program.body, '');
  return found;
}

/** @param {unknown} node @returns {node is Node} */
function isNode(node) {
  return typeof node === 'object' && node !== null && 'type' in node && 'start' in node;
}

/** @param {Node} node */
function nameOf(node) {
  const named = /** @type {Node | undefined} */ (node['key'] ?? node['id']);
  if (!isNode(named)) return '';
  const name = String(named['name'] ?? named['value'] ?? '');
  return named.type === 'PrivateIdentifier' ? `#${name}` : name;
}
