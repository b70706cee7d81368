/** Finds the words that code shows to people: those it translates, and those it does not. */
import { readdirSync, readFileSync } from 'node:fs';
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

type Tell = (kind: keyof Words, text: string) => void;

/** Attributes that are never shown. */
const HIDDEN = new Set(['class', 'rel']);
/** Methods whose texts are code. */
const METHODS = new Set([
  'closest',
  'matches',
  'querySelector',
  'querySelectorAll',
  'setAttribute',
  'split',
  'startsWith',
]);
const TYPES = new Set(['ImportDeclaration', 'ImportExpression', 'TSLiteralType']);

export function readWords(...folders: string[]): Words {
  const found = { texts: [] as Word[], plurals: [] as Word[], bare: [] as Word[] };
  const files = folders
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .filter((path) => !/\.test\.tsx?$/.test(path));
  for (const path of files) {
    const file = relative(root, path);
    const { program } = parseSync(path, readFileSync(path, 'utf8'));
    visit(program, (kind, text) => void found[kind].push({ file, text }));
  }
  return found;
}

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Visits whatever may be shown. */
function visit(part: unknown, tell: Tell): void {
  if (Array.isArray(part)) for (const one of part) visit(one, tell);
  else if (typeof part === 'object' && part !== null) visitNode(part as Node, tell);
}

function visitNode(node: Node, tell: Tell): void {
  if (isCode(node)) return;
  const text = textOf(node);
  if (isWords(node.type, text)) tell('bare', text);
  if (node.type === 'CallExpression') visitCall(node, tell);
  else if (node.type === 'SwitchCase') visit(node['consequent'], tell);
  else if (isComparison(node)) visit([node['left'], node['right']].filter(isNoLiteral), tell);
  else visit(Object.values(node), tell);
}

function visitCall(node: Node, tell: Tell): void {
  const args = node['arguments'] as Node[];
  const callee = node['callee'] as Node;
  const called = callee['name'];
  if (called === 't' || called === 'tx') {
    tellTranslated('texts', args[0], tell);
    visit(args.slice(1), tell);
  } else if (called === 'tn') {
    tellTranslated('plurals', args[2], tell);
    visit([args[0], ...args.slice(3)], tell);
  } else if (METHODS.has(String((callee['property'] as Node | undefined)?.['name']))) {
    visit([callee['object']].filter(isNoLiteral), tell);
  } else visit([callee, args], tell);
}

function tellTranslated(kind: 'texts' | 'plurals', literal: Node | undefined, tell: Tell): void {
  if (typeof literal?.['value'] === 'string') tell(kind, literal['value']);
  else tell('bare', 'a translation whose text is not a literal');
}

function isCode({ type, name }: Node): boolean {
  if (type === 'JSXAttribute') return HIDDEN.has(String((name as Node)['name']));
  return TYPES.has(type);
}

function isComparison({ type, operator }: Node): boolean {
  return type === 'BinaryExpression' && operator !== '+';
}

function isNoLiteral(node: unknown): boolean {
  return (node as Node).type !== 'Literal';
}

function textOf({ type, value, quasis }: Node): string {
  if (type === 'JSXText') return String(value).trim().replaceAll(/\s+/g, ' ');
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  if (type !== 'TemplateLiteral') return '';
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}');
}

/** Outside of elements, a single word counts if it begins like a sentence. */
function isWords(type: string, text: string): boolean {
  if (type === 'JSXText') return /\p{L}{2}/u.test(text);
  return /^\p{Lu}\p{Ll}+(?: |$|[.…:])|\p{L}{2} \p{L}/u.test(text) && !isClasses(text);
}

const classes = new Set(
  filesIn('web', /\.css$/).flatMap((path) => readFileSync(path, 'utf8').match(/(?<=\.)[a-z][\w-]*/g) ?? []),
);

function isClasses(text: string): boolean {
  return text.split(' ').every((word) => classes.has(word));
}
