/** Rules for every command: `--json` where something is read, and help with valid examples. */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { createProgram } from './program.ts';

/** Commands that start, serve or send something, and those whose output is JSON or a file anyway. */
const NOTHING_TO_READ = new Set([
  ...[
    'up',
    'down',
    'attach',
    'acp',
    'mcp',
    'slack',
    'slack setup',
    'tui',
    'service install',
    'service remove',
    'service logs',
    'demo',
    'completion',
    'events',
    'export',
  ],
  ...['token revoke', 'devices rename', 'devices role', 'devices revoke', 'push test', 'push rotate'],
  ...['fleet init', 'fleet join', 'fleet leave', 'fleet remove', 'fleet rotate'],
]);

function leaves(
  command: Command,
  name: string[] = [],
): { readonly name: string; readonly command: Command }[] {
  const inner = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
  const { _actionHandler: does } = command as Command & { _actionHandler?: unknown };
  const own = inner.length === 0 || does ? [{ name: name.join(' '), command }] : [];
  return [...own, ...inner.flatMap((one) => leaves(one, [...name, one.name()]))];
}

const commands = leaves(createProgram(() => {}));

test('every command that reads takes --json', () => {
  const without = commands.filter(({ command }) => !command.options.some(({ long }) => long === '--json'));
  expect(without.map(({ name }) => name).filter((name) => !NOTHING_TO_READ.has(name))).toEqual([]);
});

test('every command has an example, and every example uses existing commands and options', () => {
  expect(commands.map(({ name }) => name).filter((name) => !EXAMPLES[name])).toEqual([]);
  for (const [name, examples] of Object.entries(EXAMPLES)) {
    const command = commands.find((one) => one.name === name)?.command;
    expect(command, name).toBeDefined();
    for (const [line] of examples) {
      expect(line).toMatch(new RegExp(`(^|[ (|])reins ${name}( |$|\\))`));
      const flags = line.split(' -- ')[0]?.match(/(?<= )--?[a-z][a-z-]*/g) ?? [];
      const known = command?.options.flatMap(({ long, short }) => [long, short]);
      expect(
        flags.filter((flag) => !known?.includes(flag)),
        line,
      ).toEqual([]);
    }
  }
});

test.each([
  [['ls', '--nope'], "unknown option '--nope'", '"reins ls --help"'],
  [['show'], "missing required argument 'session'", '"reins show --help"'],
  [['policy', 'set'], "missing required argument 'file'", '"reins policy set --help"'],
  [['nonsense'], "unknown command 'nonsense'", '"reins --help"'],
  [['up', '--host', ''], "argument '' is invalid", '"reins up --help"'],
])('wrong usage names the problem and the help: %j', async (words, wrong, help) => {
  let output = '';
  const program = createProgram(() => {});
  for (const one of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands: inner }) => inner),
  ])
    one.configureOutput({ writeErr: (text) => (output += text) });
  await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow();
  expect(output).toContain(wrong);
  expect(output).toContain(help);
});

test('help shows the examples', () => {
  const { command } = commands.find(({ name }) => name === 'ls') ?? {};
  let shown = '';
  command?.configureOutput({ writeOut: (text) => (shown += text) }).outputHelp();
  expect(shown).toContain('Examples:\n  reins ls\n');
});
