/** The commands that show and answer what Claude waits for: arguments and help. Each is loaded only when it is meant. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { LEVELS } from './answer/suggestion-choices.ts';
import { JSON_OPTION } from './json-option.ts';
import { parseCount } from './parse-count.ts';
import { readMoment } from './read-moment.ts';
import { collect } from './steer/run-choices.ts';

const SESSION_OPTION = ['-s, --session <session>', 'only this session'] as const;

export function addAnsweringCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('inbox')
    .description('list what waits for you: permissions, questions, plans and forms')
    .argument('[id]', 'show this one whole: the beginning of its id')
    .option('-w, --watch', 'stay and show changes as they happen')
    .option(...SESSION_OPTION)
    .option('--json', 'print JSON; with --watch one line per change')
    .action(async (id, options) => exit(await (await import('./commands/inbox.ts')).inbox(id, options)));

  addAnswer(program.command('answer'), exit);

  program
    .command('audit')
    .description('show who decided what, when, from where and by which way')
    .option('--since <when>', 'from then on: 2d, 3h, 30min or a date such as 2026-01-31', parseMoment)
    .option('--until <when>', 'before then', parseMoment)
    .option(...SESSION_OPTION)
    .option('--by <name>', 'only decisions of this device, token or rule; or device, rule, terminal, program')
    .option('-n, --limit <number>', 'at most this many; 50 unless told otherwise', parseCount)
    .option(...JSON_OPTION)
    .option('--jsonl', 'print all of them, oldest first, one per line')
    .action(async (options) => exit(await (await import('./commands/audit.ts')).audit(options)));
}

function addAnswer(command: Command, exit: (code: number) => void): void {
  command
    .description('answer what Claude waits for; without flags, on a card in a terminal')
    .argument('[id]', 'the beginning of its id, as "reins inbox" shows it; not needed when one thing waits')
    .optionsGroup('A permission:')
    .option('--allow', 'let it run')
    .option('--command <command>', 'with --allow: this command instead')
    .option('--input <json>', 'with --allow: this input instead, whole; @file reads it from a file')
    .option('--apply <numbers>', "with --allow: Claude's suggestions that hold from now on, such as 1,2")
    .option('--rule <text>', 'with --apply: another text for its rule, such as "npm run *"')
    .addOption(new Option('--to <level>', 'with --apply: keep it elsewhere').choices(Object.keys(LEVELS)))
    .option('--deny', 'do not let it run')
    .option('--message <words>', 'with --deny: words for Claude')
    .option('--interrupt', 'with --deny: end the turn too')
    .optionsGroup('A question:')
    .option('--answer <label>', 'an option; with several questions "Question=Label". Repeatable', collect)
    .option('--other <words>', 'words of your own instead of an option. Repeatable', collect)
    .option('--note <words>', 'a note beside the answer. Repeatable', collect)
    .option('--reply <words>', 'say something else instead of answering')
    .option('--skip', 'answer nothing')
    .optionsGroup('A plan:')
    .option('--approve', 'let Claude go on')
    .option('--mode <mode>', 'with --approve: in this permission mode: default, acceptEdits or auto')
    .option('--plan <text>', 'with --approve: this plan instead; @file reads it from a file')
    .option('--reject', 'send it back')
    .option('--feedback <words>', 'with --reject: what should be different')
    .optionsGroup('A form:')
    .option('--accept', 'send the form')
    .option('--content <content>', 'with --accept: field=value, JSON or @file. Repeatable', collect)
    .option('--decline', 'do not fill it in')
    .option('--cancel', 'close it without deciding')
    .optionsGroup('Options:')
    .option(...JSON_OPTION)
    .action(async (id, options) => exit(await (await import('./commands/answer.ts')).answer(id, options)));
}

function parseMoment(text: string): string {
  const moment = readMoment(text, Date.now());
  if (moment !== undefined) return moment;
  throw new InvalidArgumentError(
    'It must be a time ago, such as 2d, 3h or 30min, or a date such as 2026-01-31.',
  );
}
