/** The commands that start, prompt, change and end sessions: arguments and help. Each is loaded on use. */
import type { Command } from 'commander';
import { RUN_OPTIONS } from '../core/new-session/run-options.ts';
import { JSON_OPTION } from './json-option.ts';
import { parseDuration } from './parse-moment.ts';
import { addNewRunOptions, addRunOptions, collect } from './steer/run-choices.ts';

const SESSION = ['<session>', 'id of a session, the start of one, its title, or "last"'] as const;
const PROMPT = ['[prompt]', 'the first prompt'] as const;

/** `passed`: the arguments after `--`, for `claude` itself. */
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
      .description('start a session; in a terminal, the real Claude Code opens, as with "claude"')
      .usage('[options] [prompt] [-- flags for claude]')
      .argument('[prompt...]', 'the first prompt, or "-" for standard input; flags for claude also work here')
      .allowUnknownOption(),
  )
    .option('--template <name>', 'start from a template in the settings; other options override it')
    .option('--host <host>', 'start it on this host of the fleet')
    .option('--session-id <uuid>', 'id for the new session; repeating the call returns the same session')
    .option('-c, --continue', 'resume the newest session in the folder')
    .option('-r, --resume <session>', 'resume a session')
    .option('--fork-session', 'with --resume: resume a copy of it')
    .option('--follow', 'show what happens until the turn ends')
    .option('--detach', 'do not open it in this terminal')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nHeadless runs (--driver stream) may be billed differently from interactive ones.',
    )
    .action(async (words, options) =>
      exit(await (await import('./commands/new.ts')).newSession(words, passed, options)),
    );

  addRunOptions(program.command('resume').description('resume an ended session'))
    .argument(...SESSION)
    .argument(...PROMPT)
    .option('--cwd <folder>', 'work in another folder')
    .option(...JSON_OPTION)
    .action(async (session, prompt, options) =>
      exit(await (await import('./commands/resume.ts')).resume(session, prompt, options)),
    );

  addRunOptions(program.command('fork').description('copy a session to a new id and continue with the copy'))
    .argument(...SESSION)
    .argument(...PROMPT)
    .option('--cwd <folder>', 'work in another folder')
    .option('--session-id <uuid>', 'the id of the copy')
    .option(...JSON_OPTION)
    .action(async (session, prompt, options) =>
      exit(await (await import('./commands/fork.ts')).fork(session, prompt, options)),
    );

  addRunOptions(
    program.command('takeover').description("end a session's process and resume the session under the hub"),
  )
    .argument(...SESSION)
    .option('--force', 'take over even if something is lost: a running tool, background tasks, a draft')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/takeover.ts')).takeover(session, options)),
    );

  program
    .command('attach')
    .description("open a session's terminal here, creating one if needed")
    .argument(...SESSION)
    .option('--force', 'open it here even if something is lost')
    .action(async (session, options) =>
      exit(await (await import('./commands/attach.ts')).attach(session, options)),
    );
}

function addPrompting(program: Command, exit: (code: number) => void): void {
  program
    .command('send')
    .description('send a prompt to a session')
    .argument(...SESSION)
    .argument('[text...]', 'the prompt; "-" or a pipe for standard input')
    .option('--image <file>', 'an image to send with it; repeatable', collect)
    .option(
      '--when <when>',
      'queue (deliver after this turn), steer (deliver into this turn) or now (interrupt first)',
    )
    .option('--wait', 'wait for the answer and print it; an ended session is resumed and then stopped again')
    .option(
      '--timeout <time>',
      'with --wait: stop waiting after this time, such as 30s or 5min; the session continues',
      parseDuration,
    )
    .option('--fork', 'send it to a copy of the session')
    .option('--driver <driver>', 'how a copy or a resumed session runs: stream or tmux')
    .option('--trust', "with --fork or --wait: trust the session's folder")
    .option('--relay', 'relay prompts to it from now on, if they cannot be typed into its terminal')
    .option('--deliver-when-back', "if the session's host is offline, deliver it when the host is back")
    .option(...JSON_OPTION)
    .action(async (session, words, options) =>
      exit(await (await import('./commands/send.ts')).send(session, words, options)),
    );

  program
    .command('queue')
    .description('show queued prompts; edit, move and cancel those that are not delivered yet')
    .argument(...SESSION)
    .argument('[text...]', 'with --edit: the new text, or "-" for standard input')
    .option('--remove <message>', 'cancel one, by its number or id')
    .option('--edit <message>', 'change the text of one')
    .option('--move <message>', 'move one, with --before or --last')
    .option('--before <message>', 'before this one')
    .option('--last', 'to the end')
    .option('--steer <message>', 'send one now, into the running turn')
    .option('--now <message>', 'interrupt the turn and send one')
    .option(...JSON_OPTION)
    .action(async (session, words, options) =>
      exit(await (await import('./commands/queue.ts')).queue(session, words, options)),
    );
}

function addChange(program: Command, exit: (code: number) => void): void {
  program
    .command('change')
    .description("change a session's name, model, permission mode or relay setting; pin, archive or label it")
    .argument(...SESSION)
    .option('-n, --name <name>', 'a new name')
    .option('--model <model>', 'another model')
    .option(...RUN_OPTIONS.permission_mode.flag)
    .option('--relay <on or off>', 'relay prompts to a terminal that the hub cannot type into')
    .option('--pin <on or off>', 'list it above the others')
    .option('--archive <on or off>', 'leave it out of lists until it gets a prompt or needs you')
    .option('--label <label...>', 'add labels')
    .option('--unlabel <label...>', 'remove labels')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/change.ts')).change(session, options)),
    );
}

function addEndings(program: Command, exit: (code: number) => void): void {
  program
    .command('interrupt')
    .description('interrupt Claude; the session continues')
    .argument(...SESSION)
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/interrupt.ts')).interrupt(session, options)),
    );

  program
    .command('stop')
    .description("end a session's run and keep its history")
    .argument(...SESSION)
    .option('--force', 'do not ask, even if the session was started outside of Reins')
    .option(...JSON_OPTION)
    .action(async (session, options) =>
      exit(await (await import('./commands/stop.ts')).stop(session, options)),
    );
}
