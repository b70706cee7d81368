/** The commands about the past: search, timelines, export and usage. */

import type { Command } from 'commander';
import { HOST_OPTION } from './host-option.ts';
import { parseCount } from './parse-count.ts';
import { MOMENTS, parseMoment } from './parse-moment.ts';

const SESSION_ARGUMENT = ['<session>', 'id of a session, the start of one, its title, or "last"'] as const;

export function addHistoryCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('search')
    .description('search all current and past sessions')
    .argument('[words...]', 'all of them must match; "in quotes" for a phrase, start* for a prefix')
    .option('--project <folder>', 'only in this folder, or in folders with this name')
    .option('--branch <name>', 'only on this git branch')
    .option('--tool <name>', 'only calls and results of this tool')
    .option('--role <role>', 'only user, assistant, thinking, tool, summary or title')
    .option('--file <path>', 'only tool calls whose file path contains this')
    .option('-s, --session <session>', 'only in this session')
    .option(...HOST_OPTION)
    .option('--errors', 'only errors')
    .option('--since <when>', `from this time on: ${MOMENTS}`, parseMoment)
    .option('--until <when>', 'before this time', parseMoment)
    .option('-n, --limit <number>', 'at most this many', parseCount)
    .option('--json', 'print JSON')
    .action(async (words, options) =>
      exit(await (await import('./commands/search.ts')).search(words, options)),
    );

  program
    .command('show')
    .description("show a session's timeline and where the time went")
    .argument(...SESSION_ARGUMENT)
    .option('-n, --turns <number>', 'how many recent turns to show', parseCount)
    .option('--json', 'print JSON')
    .action(async (session, options) =>
      exit(await (await import('./commands/show.ts')).show(session, options)),
    );

  program
    .command('usage')
    .description('show token usage and cost of all sessions')
    .option('-b, --by <group>', 'day, project, model, session, tool or host')
    .option('-d, --days <number>', 'the last N days; 30 by default', parseCount)
    .option('-a, --all', 'all time')
    .option('--since <when>', `from the day of this time on: ${MOMENTS}`, parseMoment)
    .option('--until <when>', 'up to the day of this time', parseMoment)
    .option('--project <folder>', 'only usage in this folder')
    .option('--model <name>', 'only this model')
    .option('-s, --session <session>', 'only this session')
    .option(...HOST_OPTION)
    .option('-n, --limit <number>', 'at most this many rows, the most expensive first', parseCount)
    .option('--json', 'print JSON')
    .action(async (options) => exit(await (await import('./commands/usage.ts')).usage(options)));

  program
    .command('prune')
    .description('remove old sessions from the event log; transcripts are not touched')
    .option('-d, --days <number>', 'sessions inactive for this many days; log_days by default', parseCount)
    .option('-n, --dry-run', 'only show what would be removed')
    .option('--json', 'print JSON')
    .action(async (options) => exit(await (await import('./commands/prune.ts')).prune(options)));

  program
    .command('export')
    .description('write a whole session to a file, or to standard output; secrets are masked')
    .argument(...SESSION_ARGUMENT)
    .option('-f, --format <format>', 'markdown, html or json; by default, from the file name')
    .option('-o, --output <file>', 'file to write to')
    .option('--raw', 'do not mask secrets')
    .action(async (session, options) =>
      exit(await (await import('./commands/export.ts')).exportCommand(session, options)),
    );
}
