/** The commands that look back: what happened in a session, and taking it along. */
import { type Command, InvalidArgumentError } from 'commander';

const SESSION_ARGUMENT = [
  '<session>',
  'id of a session, the beginning of one, its title, or "last"',
] as const;

export function addHistoryCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('show')
    .description('what happened when in a session, and what the time went to')
    .argument(...SESSION_ARGUMENT)
    .option('-n, --turns <number>', 'how many of the newest turns to show', parseCount)
    .option('--json', 'print JSON')
    .action(async (session, options) =>
      exit(await (await import('./commands/show.ts')).show(session, options)),
    );

  program
    .command('export')
    .description('write a whole session to a file, or to standard output; secrets are masked')
    .argument(...SESSION_ARGUMENT)
    .option('-f, --format <format>', 'markdown, html or json; by the name of the file unless told')
    .option('-o, --output <file>', 'where to write it')
    .option('--raw', 'keep secrets')
    .action(async (session, options) =>
      exit(await (await import('./commands/export.ts')).exportCommand(session, options)),
    );
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a number above 0.');
}
