import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';
import { findViolations, type Module } from './import-rules.ts';
import { readModules } from './read-modules.ts';

const modules = (graph: Record<string, string[]>): Module[] =>
  Object.entries(graph).map(([path, imports]) => ({ path, imports }));

const tree = readModules('src', 'stage', 'web');

test('the tree follows its import rules', () => {
  expect(tree.length).toBeGreaterThan(20);
  expect(findViolations(tree)).toEqual([]);
});

test('the reader sees static, re-exported and dynamic imports', () => {
  const found = new Map(tree.map(({ path, imports }) => [path, imports]));
  expect(found.get('src/cli/program.ts')).toEqual(
    expect.arrayContaining(['commander', 'src/lib/version.ts', 'src/cli/commands/up.ts']),
  );
  expect(found.get('src/lib/version.ts')).toEqual(['package.json']);
});

test('builtin modules are imported by their node: name, so that the browser rule sees them', () => {
  const bare = tree.flatMap(({ path, imports }) =>
    imports.filter((target) => builtinModules.includes(target)).map((target) => `${path} imports ${target}`),
  );
  expect(bare).toEqual([]);
});

test('detects an import against the direction', () => {
  const graph = modules({ 'src/protocol/a.ts': ['src/store/b.ts'], 'src/store/b.ts': [] });
  expect(findViolations(graph)).toEqual(['src/protocol/a.ts must not import src/store/b.ts']);
});

test('detects node: in browser code, even behind another module', () => {
  const graph = modules({ 'src/core/a.ts': ['src/lib/b.ts'], 'src/lib/b.ts': ['node:fs'] });
  expect(findViolations(graph)).toEqual([
    'src/core/a.ts reaches node:fs through src/lib/b.ts, but runs in a browser',
  ]);
});

test('detects and shows a cycle', () => {
  const graph = modules({
    'src/lib/a.ts': ['src/lib/b.ts'],
    'src/lib/b.ts': ['src/lib/c.ts'],
    'src/lib/c.ts': ['src/lib/a.ts'],
  });
  expect(findViolations(graph)).toEqual([
    'cycle: src/lib/a.ts -> src/lib/b.ts -> src/lib/c.ts -> src/lib/a.ts',
  ]);
});

test('detects a folder without a rule', () => {
  expect(findViolations(modules({ 'src/extra/a.ts': [] }))).toEqual([
    'src/extra/a.ts is in a folder without an import rule',
  ]);
});
