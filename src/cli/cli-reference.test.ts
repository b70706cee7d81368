/** docs/cli-reference.md is generated from the commands themselves. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { createProgram } from './program.ts';

const file = join(import.meta.dirname, '../../docs/cli-reference.md');
const UPDATE = 'UPDATE=1 npx vitest run --project unit src/cli/cli-reference';

test('docs/cli-reference.md is up to date', () => {
  const reference = renderReference(createProgram(() => {}));
  if (process.env['UPDATE']) writeFileSync(file, reference);
  expect(readFileSync(file, 'utf8'), `run ${UPDATE}`).toBe(reference);
});

function renderReference(program: Command): string {
  const commands = program.commands.flatMap(leaves).map(renderCommand);
  return `# Command line reference

Every command with its arguments and options, generated from the program. For an overview by task, see [Command line](cli.md).

${commands.join('\n\n')}
`;
}

/** Commands that do something themselves, without hidden ones and those that only group others. */
function leaves(command: Command): Command[] {
  if ((command as Command & { _hidden?: boolean })._hidden) return [];
  const nested = command.commands.flatMap(leaves);
  const isGroup = nested.length > 0 && !(command as Command & { _actionHandler?: unknown })._actionHandler;
  return isGroup ? nested : [command, ...nested];
}

function renderCommand(command: Command): string {
  const name = nameOf(command);
  const help = command.createHelp();
  const args = command.registeredArguments.map((argument) => {
    const shown = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return [`\`${argument.required ? `<${shown}>` : `[${shown}]`}\``, argument.description];
  });
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((option) => [`\`${option.flags}\``, describe(option)]);
  const examples = (EXAMPLES[name.replace(/^reins /, '')] ?? []).map(([line, does]) =>
    does ? `${line}   # ${does}` : line,
  );
  return [
    `## ${name}`,
    sentence(command.description()),
    table('Argument', args),
    table('Option', options),
    examples.length > 0 ? `\`\`\`sh\n${examples.join('\n')}\n\`\`\`` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function describe({ description, argChoices, defaultValue }: Option): string {
  return [
    description,
    argChoices ? `: ${argChoices.join(', ')}` : '',
    typeof defaultValue === 'string' || typeof defaultValue === 'number' ? ` (default: ${defaultValue})` : '',
  ].join('');
}

function table(head: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [`| ${head} | Meaning |`, '|---|---|', ...lines].join('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
