/** Reads the imports of every source file in the tree: static, type-only, re-exported and dynamic ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';
import type { Module } from './import-rules.ts';

const root = resolve(import.meta.dirname, '../..');

/** All modules under the folders, except tests: a test may import anything. */
export function readModules(...folders: string[]): Module[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readModule(join(entry.parentPath, entry.name)));
}

function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8');
  const { module, program } = parseSync(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    // Most files have none, and walking their trees takes seconds.
    ...(text.includes('import(') ? dynamicImports(program) : []),
  ];
  const imports = new Set(requests.filter((request) => request !== undefined));
  return { path: relative(root, file), imports: [...imports].map((request) => toPath(file, request)) };
}

function toPath(file: string, request: string): string {
  return request.startsWith('.') ? relative(root, resolve(file, '..', request)) : request;
}

/** `import('./x.ts')` with a literal name, anywhere. */
function dynamicImports(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(dynamicImports);
  if (typeof node !== 'object' || node === null) return [];
  const { type, source } = node as { type?: string; source?: { value?: unknown } };
  const own = type === 'ImportExpression' && typeof source?.value === 'string' ? [source.value] : [];
  return [...own, ...Object.values(node).flatMap(dynamicImports)];
}
