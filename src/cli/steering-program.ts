/** The commands that start, prompt, change and end sessions: arguments and help. Each is loaded only when it is meant. */
import type { Command } from 'commander';
import { RUN_OPTIONS } from '../core/new-session/run-options.ts';
import { JSON_OPTION } from './json-option.ts';
import { addNewRunOptions, addRunOptions, collect } from './steer/run-choices.ts';

const SESSION = ['<session>', 'id of a session, the beginning of one, its title, or "last"'] as const;
const PROMPT = ['[prompt]', 'what Claude is to do first'] as const;

/** `passed`: what stood after `--`, for `claude` itself. */
export function addSteeringCommands(
  program: Command,
  exit: (code: number) => void,
  passed: readonly string[],
): void {
  addBeginnings(program, exit, passed);
  addPrompting(program, exit);
  addChange(program, exit);
  addEndings(program, exit);
}

function addBeginnings(program: Command, exit: (code: number) => void, passed: readonly string[]): void {
  addNewRunOptions(
    program
      .command('new')
      .description('begin a session; in a terminal the real Claude Code opens, as "claude" would')
      .usage('[options] [prompt] [-- flags for claude]')
      .argument(
        '[prompt...]',
        'what Claude is to do, or "-" for standard input; flags of claude may stand here too',
      )
      .allowUnknownOption(),
  )
    .option('--template <name>', 'start from a template of the settings; other options override it')
    .option('--session-id <uuid>', 'the id of the new session; the same call twice gives the same session')
    .option('-c, --continue', 'take up the newest session of the folder')
    .option('-r, --resume <session>', 'take up a session again')
    .option('--fork-session', 'with --resume: take up a copy of it')
    .option('--follow', 'show what happens until the turn is over')
    .option('--detach', 'do not open it in this terminal')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nHeadless runs (--driver stream) may be billed differently from interactive ones.',
    )
    .action(async (words, options) =>
      exit(await (await import('./commands/new.ts')).newSession(words, passed, options)),
    );

  addRunOptions(program.command('resume').description('take an ended session up again'))
    .argument(...SESSION)
    .argument(...PROMPT)
    .option('--cwd <folder>', 'another folder to work in')
    .option(...JSON_OPTION)
    .action(async (session, prompt, options) =>
      exit(await (await import('./commands/resume.ts')).resume(session, prompt, options)),
    );

  addRunOptions(program.command('fork').description('copy a session to a new id and go on with the copy'))
    .argument(...SESSION)
    .argument(...PROMPT)
    .option('--cwd <folder>', 'another folder to work in')
    .option('--session-id <uuid>', 'the id of the copy')
    .option(...JSON_OPTION)
    .action(async (session, prompt, options) =>
      exit(await (await import('./commands/fork.ts')).fork(session, prompt, options)),
    );

  addRunOptions(
    program.command('takeover').description('end the process of a session and resume it under the hub'),
  )
    .argument(...SESSION)
    .option('--force', 'although something is lost: a running tool, background tasks, a draft')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/takeover.ts')).takeover(session, options)),
    );

  program
    .command('attach')
    .description("open a session's own terminal here; one that has none gets one")
    .argument(...SESSION)
    .option('--force', 'although something is lost by moving it here')
    .action(async (session, options) =>
      exit(await (await import('./commands/attach.ts')).attach(session, options)),
    );
}

function addPrompting(program: Command, exit: (code: number) => void): void {
  program
    .command('send')
    .description('send a prompt to a session')
    .argument(...SESSION)
    .argument('[text...]', 'the words; "-" or a pipe for standard input')
    .option('--image <file>', 'a picture to go with it; may be repeated', collect)
    .option('--when <when>', 'queue (its turn, in order), steer (at once) or now (interrupts first)')
    .option('--wait', 'wait for the answer and print it; an ended session is resumed and then stopped again')
    .option('--fork', 'send it to a copy of the session')
    .option('--driver <driver>', 'how a copy or a resumed session runs: stream or tmux')
    .option('--trust', 'with --fork or --wait: you trust the folder of the session')
    .option('--relay', 'relay prompts to it from now on, where they cannot be typed into its terminal')
    .option(...JSON_OPTION)
    .action(async (session, words, options) =>
      exit(await (await import('./commands/send.ts')).send(session, words, options)),
    );

  program
    .command('queue')
    .description('show the prompts that wait; edit, move and take back those that are not delivered')
    .argument(...SESSION)
    .argument('[text...]', 'with --edit: the new words, or "-" for standard input')
    .option('--remove <message>', 'take one back, by its number or id')
    .option('--edit <message>', 'give one other words')
    .option('--move <message>', 'move one, to where --before or --last says')
    .option('--before <message>', 'right before that one')
    .option('--last', 'to the end')
    .option('--steer <message>', 'send one at once, into the running turn')
    .option('--now <message>', 'interrupt the turn and send one')
    .option(...JSON_OPTION)
    .action(async (session, words, options) =>
      exit(await (await import('./commands/queue.ts')).queue(session, words, options)),
    );
}

function addChange(program: Command, exit: (code: number) => void): void {
  program
    .command('change')
    .description('change the name, the model, the permission mode or the relay of a session')
    .argument(...SESSION)
    .option('-n, --name <name>', 'a new name')
    .option('--model <model>', 'another model')
    .option(...RUN_OPTIONS.permission_mode.flag)
    .option('--relay <on or off>', 'relay prompts to a terminal that nobody can type into')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/change.ts')).change(session, options)),
    );
}

function addEndings(program: Command, exit: (code: number) => void): void {
  program
    .command('interrupt')
    .description('interrupt what Claude is doing; the session goes on')
    .argument(...SESSION)
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/interrupt.ts')).interrupt(session, options)),
    );

  program
    .command('stop')
    .description('end the run of a session; its history stays')
    .argument(...SESSION)
    .option('--force', 'do not ask, even if the session was started outside of Reins')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/stop.ts')).stop(session, options)),
    );
}
