/** Time and randomness are dependencies: the deciding code gets them from outside, so that tests can set them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src/hub', 'src/interactions', 'src/core', 'src/adapters', 'src/store', 'src/notify'];

test('the hub and the pure code do not read the system clock or the random generator directly', () => {
  const files = FOLDERS.flatMap(sourcesIn);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    directUses(file, readFileSync(file, 'utf8')).map((use) => `${relative(root, file)} uses ${use}`),
  );
  expect(found).toEqual([]);
});

test.for([
  ['const at = Date.now();', ['Date.now']],
  ['function f(now = Date.now) { return now(); }', ['Date.now']],
  ['const at = globalThis.Date.now();', ['Date.now']],
  ["const at = Date['now']();", ['Date.now']],
  ['const at = new Date().toISOString();', ['new Date()']],
  ['const at = new Date;', ['new Date()']],
  ['const at = Date();', ['Date()']],
  ['const chance = Math.random();', ['Math.random']],
  ['const at = new Date(now()); Date.parse(text); Math.max(1, 2);', []],
  ['// Date.now() in a comment\nconst text = "Math.random()";', []],
] as const)('the check recognizes: %s', ([source, uses]) => {
  expect(directUses('example.ts', source)).toEqual(uses);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function directUses(file: string, source: string): string[] {
  return usesIn(parseSync(file, source).program);
}

interface Node {
  readonly type?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
}

function usesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(usesIn);
  if (typeof node !== 'object' || node === null) return [];
  return [...useOf(node as Node), ...Object.values(node).flatMap(usesIn)];
}

function useOf({ type, object, property, callee, arguments: given }: Node): string[] {
  if (type === 'MemberExpression') {
    const member = `${nameOf(object)}.${property?.name ?? property?.value}`;
    return ['Date.now', 'Math.random'].filter((forbidden) => forbidden === member);
  }
  if (nameOf(callee) !== 'Date') return [];
  if (type === 'CallExpression') return ['Date()'];
  return type === 'NewExpression' && given?.length === 0 ? ['new Date()'] : [];
}

/** Of `Date`, or of `globalThis.Date`. */
function nameOf(node: Node | undefined): string | undefined {
  return node?.type === 'MemberExpression' ? node.property?.name : node?.name;
}
