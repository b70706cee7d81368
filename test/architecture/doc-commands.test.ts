/** Every `reins` command and flag that the docs show exists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

const root = resolve(import.meta.dirname, '../..');
const program = createProgram(() => {});

test('commands and flags in the docs exist', () => {
  const docs = readdirSync(join(root, 'docs')).map((name) => join('docs', name));
  const files = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...docs].filter((name) =>
    name.endsWith('.md'),
  );
  const shown = files.flatMap((file) =>
    commandsIn(readFileSync(join(root, file), 'utf8')).map((line) => ({ file, line })),
  );
  expect(shown.length).toBeGreaterThan(200);
  expect(shown.flatMap(({ file, line }) => problemsOf(line).map((problem) => `${file}: ${problem}`))).toEqual(
    [],
  );
});

test('docs/cli.md lists every command', () => {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  const names = program.commands.map((command) => command.name()).filter((name) => name !== 'complete');
  expect(names.filter((name) => !new RegExp(`\`reins ${name}\\b`).test(page))).toEqual([]);
});

test('an unknown command or flag is found', () => {
  expect(problemsOf('reins frobnicate last')).toEqual(['reins frobnicate last: no such command']);
  expect(problemsOf('reins devices revoke Phone --fast')).toEqual([
    'reins devices revoke Phone --fast: no such flag --fast',
  ]);
});

/** In code blocks and in code within text. Comments are cut off. */
function commandsIn(markdown: string): string[] {
  const lines: string[] = [];
  const text = markdown.replace(/^```(\w*)\n([\s\S]*?)^```/gm, (_, language: string, code: string) => {
    if (language === 'sh') lines.push(...code.split('\n').map((line) => line.replace(/ +# .*$/, '')));
    return '';
  });
  lines.push(...[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  return lines.flatMap((line) => line.match(/(?<![\w./-])reins [a-z][^|&;)]*/g) ?? []);
}

function problemsOf(line: string): string[] {
  const words = line
    .trim()
    .replace(/'[^']*'|"[^"]*"/g, 'TEXT')
    .split(/\s+/)
    .slice(1);
  let command: Command = program;
  for (const word of words) {
    const inner = command.commands.find((one) => one.name() === word);
    if (!inner) break;
    command = inner;
  }
  if (command === program) return [`${line}: no such command`];
  const flags = words.flatMap((word) => word.match(/^--?[a-z][a-z-]*/i)?.[0] ?? []);
  const known = [command, ...command.commands].flatMap(({ options }) =>
    options.flatMap(({ long, short }) => [long, short]),
  );
  // `reins new` passes flags of claude on.
  if (command.name() === 'new') return [];
  return flags
    .filter((flag) => !known.includes(flag) && flag !== '--help')
    .map((flag) => `${line}: no such flag ${flag}`);
}
