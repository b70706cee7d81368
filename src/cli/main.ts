#!/usr/bin/env node
/** The `reins` command: reads the arguments, loads the one command that is meant, and sets the exit code. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { REINS_VERSION } from '../lib/version.ts';
import { ReinsError } from '../protocol/errors.ts';
import { DEFAULT_PORT } from './defaults.ts';

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

function createProgram(exit: (code: number) => void): Command {
  const program = new Command('reins')
    .description('Hold every Claude Code session from anywhere.')
    .version(REINS_VERSION)
    .exitOverride();

  program
    .command('up')
    .description('start the hub in the foreground')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one', parsePort, DEFAULT_PORT)
    .action(async (options) => exit(await (await import('./commands/up.ts')).up(options)));

  program
    .command('doctor')
    .description('check what Reins needs and say how to mend it')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => exit(await (await import('./commands/doctor.ts')).doctor(options)));

  return program;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  console.error(error instanceof ReinsError ? `reins: ${error.message}` : error);
  return EXIT.failed;
}

try {
  await createProgram((code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
