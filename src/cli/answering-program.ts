/** The commands that show and answer requests: arguments and help. Each is loaded on use. */
import { type Command, Option } from 'commander';
import { LEVELS } from './answer/suggestion-choices.ts';
import { HOST_OPTION } from './host-option.ts';
import { JSON_OPTION } from './json-option.ts';
import { parseCount } from './parse-count.ts';
import { MOMENTS, parseMoment } from './parse-moment.ts';
import { collect } from './steer/run-choices.ts';

const SESSION_OPTION = ['-s, --session <session>', 'only this session'] as const;

export function addAnsweringCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('inbox')
    .description('list pending requests: permissions, questions, plans and forms')
    .argument('[id]', 'show this one in full: the first characters of its id')
    .option('-w, --watch', 'keep running and show changes as they happen')
    .option(...SESSION_OPTION)
    .option(...HOST_OPTION)
    .option('--json', 'print JSON; with --watch, one line per change')
    .action(async (id, options) => exit(await (await import('./commands/inbox.ts')).inbox(id, options)));

  addAnswer(program.command('answer'), exit);

  program
    .command('audit')
    .description('show the audit log: who decided what, when, from where and by which route')
    .option('--since <when>', `from this time on: ${MOMENTS}`, parseMoment)
    .option('--until <when>', 'before this time', parseMoment)
    .option(...SESSION_OPTION)
    .option(...HOST_OPTION)
    .option(
      '--by <name>',
      'only decisions by this device, token or rule, or by this kind: device, rule, terminal or program',
    )
    .option('-n, --limit <number>', 'at most this many; 50 by default', parseCount)
    .option(...JSON_OPTION)
    .option('--jsonl', 'print all decisions as JSON lines, oldest first')
    .action(async (options) => exit(await (await import('./commands/audit.ts')).audit(options)));
}

function addAnswer(command: Command, exit: (code: number) => void): void {
  command
    .description('answer a pending request; without options, on a card in the terminal')
    .argument(
      '[id]',
      'the first characters of its id, as "reins inbox" shows it; optional if only one is pending',
    )
    .optionsGroup('A permission:')
    .option('--allow', 'approve it')
    .option('--command <command>', 'with --allow: run this command instead')
    .option('--input <json>', 'with --allow: use this input instead; @file reads it from a file')
    .option('--apply <numbers>', 'with --allow: also apply these numbered suggestions, such as 1,2')
    .option('--rule <text>', 'with --apply: edit the rule, for example to "npm run *"')
    .addOption(
      new Option('--to <level>', 'with --apply: save the rule in another place').choices(Object.keys(LEVELS)),
    )
    .option('--deny', 'deny it')
    .option('--message <text>', 'with --deny: a reason for Claude')
    .option('--interrupt', 'with --deny: also end the turn')
    .optionsGroup('A question:')
    .option('--answer <label>', 'an option; with several questions "Question=Label"; repeatable', collect)
    .option('--other <text>', 'your own text instead of an option; repeatable', collect)
    .option('--note <text>', 'a note on the answer; repeatable', collect)
    .option('--reply <text>', 'reply with text instead of answering')
    .option('--skip', 'skip the questions')
    .optionsGroup('A plan:')
    .option('--approve', 'approve the plan')
    .option('--mode <mode>', 'with --approve: continue in this permission mode: default, acceptEdits or auto')
    .option('--plan <text>', 'with --approve: use this plan instead; @file reads it from a file')
    .option('--reject', 'reject the plan')
    .option('--feedback <text>', 'with --reject: what to change')
    .optionsGroup('A form:')
    .option('--accept', 'submit the form')
    .option('--content <content>', 'with --accept: field=value, JSON or @file; repeatable', collect)
    .option('--decline', 'decline the form')
    .option('--cancel', 'close the form without deciding')
    .optionsGroup('Options:')
    .option(...JSON_OPTION)
    .action(async (id, options) => exit(await (await import('./commands/answer.ts')).answer(id, options)));
}
