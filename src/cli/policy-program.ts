/** The commands about rules: arguments and help. Each is loaded only when it is meant. */
import type { Command } from 'commander';
import { JSON_OPTION } from './json-option.ts';

export function addPolicyCommands(program: Command, exit: (code: number) => void): void {
  const policy = program.command('policy').description("rules that answer in a person's place");

  policy
    .command('show', { isDefault: true })
    .description('show the rules in force, in the order in which they are asked')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/policy.ts')).showPolicy(options)));

  policy
    .command('test')
    .description('show what rules would have decided over past asks, before they are switched on')
    .argument('[file]', 'the rules to try, or "-" for standard input; those in force when left out')
    .option('--since <when>', 'only what was asked since: 7d, 12h, or a date')
    .option('-n, --limit <number>', 'the newest so many', '1000')
    .option('-a, --all', 'also list what stays as it was')
    .option(...JSON_OPTION)
    .action(async (file, options) =>
      exit(await (await import('./commands/policy-test.ts')).testPolicy(file, options)),
    );

  policy
    .command('set')
    .description('put the rules of a file in place of those in force')
    .argument('<file>', 'the rules, or "-" for standard input')
    .option('--if-version <version>', 'only if those in force are still this version, as --json tells it')
    .option(...JSON_OPTION)
    .action(async (file, options) =>
      exit(await (await import('./commands/policy.ts')).setPolicy(file, options)),
    );

  policy
    .command('explain')
    .description('say what the rules of this machine decide about a call, and why')
    .option('--tool <name>', 'the tool; Bash, Read or WebFetch by what else is given')
    .option('--command <line>', 'the command of a Bash call')
    .option('--path <file>', 'the file of a call')
    .option('--url <address>', 'the address of a WebFetch')
    .option('--input <json>', 'the whole input instead')
    .option('--cwd <folder>', "the session's folder; this one when left out")
    .option('--mode <mode>', 'the permission mode', 'default')
    .option('--policy <file>', 'other rules than those in force')
    .option(...JSON_OPTION)
    .action(async (options) => exit((await import('./commands/policy-explain.ts')).explainPolicy(options)));
}
