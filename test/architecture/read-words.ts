/** Finds the words that code shows to people: those it translates, and those it does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';

const root = resolve(import.meta.dirname, '../..');

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Word {
  readonly file: string;
  readonly text: string;
}

export interface Words {
  /** English texts passed to t and tx. */
  readonly texts: readonly Word[];
  /** English plurals passed to tn. */
  readonly plurals: readonly Word[];
  /** Literals that look like words and are not translated. */
  readonly bare: readonly Word[];
}

/** Attributes that are never shown. */
const HIDDEN = new Set(['class', 'rel', 'type', 'role', 'name', 'id', 'href', 'd', 'viewBox', 'style', 'key', 'kind']);

export function readWords(...folders: string[]): Words {
  const found = { texts: [] as Word[], plurals: [] as Word[], bare: [] as Word[] };
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of files) {
    const file = relative(root, path);
    const { program } = parseSync(path, readFileSync(path, 'utf8'));
    visit(program as unknown as Node, (kind, text) => void found[kind].push({ file, text }));
  }
  return found;
}

function visit(node: unknown, tell: (kind: keyof Words, text: string) => void): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, tell));
  if (typeof node !== 'object' || node === null) return;
  const { type, ...parts } = node as Node;
  if (type === 'ImportDeclaration' || type === 'ImportExpression' || type === 'TSLiteralType') return;
  if (type === 'CallExpression') {
    const args = parts['arguments'] as Node[];
    const callee = parts['callee'] as Node;
    const called = callee['name'];
    if (called === 't' || called === 'tx') return translated([args[0]], 'texts', args.slice(1), tell);
    if (called === 'tn') {
      return translated([args[2]], 'plurals', [args[0], ...args.slice(3)], tell);
    }
    // Errors of the programmer.
    if (called === 'Error') return;
  }
  if (type === 'NewExpression' && (parts['callee'] as Node)['name'] === 'Error') return;
  if (type === 'JSXAttribute') {
    const name = String((parts['name'] as Node)['name']);
    if (HIDDEN.has(name)) return;
    const value = parts['value'] as Node | null;
    // A literal attribute is shown if it begins like a text.
    if (typeof value?.['value'] === 'string') {
      if (/^\p{Lu}|\p{L} \p{L}/u.test(value['value'])) tell('bare', value['value']);
      return;
    }
  }
  const text = type === 'JSXText' ? String(parts['value']).trim() : textOf(type, parts);
  if (isWords(type, text)) tell('bare', text.replaceAll(/\s+/g, ' '));
  Object.values(parts).forEach((one) => visit(one, tell));
}

function translated(
  literals: (Node | undefined)[],
  kind: 'texts' | 'plurals',
  rest: unknown,
  tell: (kind: keyof Words, text: string) => void,
): void {
  for (const literal of literals) {
    if (typeof literal?.['value'] === 'string') tell(kind, literal['value']);
    else tell('bare', 'a translation whose text is not a literal');
  }
  visit(rest, tell);
}

function textOf(type: string, parts: Omit<Node, 'type'>): string {
  if (type === 'Literal') return typeof parts['value'] === 'string' ? parts['value'] : '';
  if (type !== 'TemplateLiteral') return '';
  const quasis = parts['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

function isWords(type: string, text: string): boolean {
  if (type === 'JSXText') return /\p{L}{2}/u.test(text);
  return /^\p{Lu}\p{Ll}+(?: |$|[.…:])|\p{L}{2} \p{L}/u.test(text);
}
