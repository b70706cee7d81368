/** The commands for rules: arguments and help. Each is loaded on use. */
import type { Command } from 'commander';
import { JSON_OPTION } from './json-option.ts';
import { MOMENTS, parseMoment } from './parse-moment.ts';

export function addPolicyCommands(program: Command, exit: (code: number) => void): void {
  const policy = program.command('policy').description('manage the rules that answer for you');

  policy
    .command('show', { isDefault: true })
    .description('show the current rules, in the order in which they are checked')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/policy.ts')).showPolicy(options)));

  policy
    .command('test')
    .description('test rules on past requests before you activate them')
    .argument('[file]', 'the rules to test, or "-" for standard input; the current ones by default')
    .option('--since <when>', `only requests from this time on: ${MOMENTS}`, parseMoment)
    .option('-n, --limit <number>', 'only this many recent requests', '1000')
    .option('-a, --all', 'also list requests with the same decision')
    .option(...JSON_OPTION)
    .action(async (file, options) =>
      exit(await (await import('./commands/policy-test.ts')).testPolicy(file, options)),
    );

  policy
    .command('set')
    .description('replace the current rules with those in a file')
    .argument('<file>', 'the rules, or "-" for standard input')
    .option('--if-version <version>', 'only if the current rules still have this version, as shown by --json')
    .option(...JSON_OPTION)
    .action(async (file, options) =>
      exit(await (await import('./commands/policy.ts')).setPolicy(file, options)),
    );

  policy
    .command('explain')
    .description("show what this machine's rules decide about a tool call, and why")
    .option('--tool <name>', 'the tool; by default Bash, Read or WebFetch, depending on the other options')
    .option('--command <line>', 'the command of a Bash call')
    .option('--path <file>', 'the file of a call')
    .option('--url <address>', 'the address of a WebFetch')
    .option('--input <json>', "the tool's whole input instead")
    .option('--cwd <folder>', "the session's folder; the current one by default")
    .option('--mode <mode>', 'the permission mode', 'default')
    .option('--policy <file>', 'rules to use instead of the current ones')
    .option(...JSON_OPTION)
    .action(async (options) => exit((await import('./commands/policy-explain.ts')).explainPolicy(options)));
}
