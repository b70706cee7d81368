#!/usr/bin/env node
/** The `reins` command: runs the program in program.ts, prints errors and sets the exit code. */
import { CommanderError } from 'commander';
import { describeError } from './describe-error.ts';
import { EXIT, exitCodeFor } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { canDraw } from './terminal/live-area.ts';

// The reader of our output may exit early, as `head` does: not an error.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(EXIT.done);
  console.error(`reins: Failed to write the output: ${message}`);
  process.exit(EXIT.failed);
});
// Then nobody can be told.
process.stderr.on('error', () => {});

/** Arguments after `--` in `reins new` are for `claude` and are not parsed here. */
const args = process.argv.slice(2);
// Without arguments at a terminal, open the terminal UI.
if (args.length === 0 && process.stdin.isTTY && canDraw(process.stdout, process.env)) args.push('tui');
const cut = args[0] === 'new' ? args.indexOf('--') : -1;
const [own, passed] = cut === -1 ? [args, []] : [args.slice(0, cut), args.slice(cut + 1)];

try {
  await createProgram((code) => {
    process.exitCode = code;
  }, passed).parseAsync(own, { from: 'user' });
} catch (error) {
  // Commander has already printed the error or the requested help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else {
    console.error(describeError(error, process.env));
    process.exitCode = exitCodeFor(error);
  }
}
