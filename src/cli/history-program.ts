/** The commands that look back: what happened in a session, and taking it along. */
import type { Command } from 'commander';

const SESSION_ARGUMENT = [
  '<session>',
  'id of a session, the beginning of one, its title, or "last"',
] as const;

export function addHistoryCommands(program: Command, exit: (code: number) => void): void {
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
