/** Every command of `reins`, its arguments and its help. Each is loaded only when it is meant. */
import { Command, InvalidArgumentError } from 'commander';
import { REINS_VERSION } from '../lib/version.ts';
import { addAnsweringCommands } from './answering-program.ts';
import { addDeviceCommands } from './device-program.ts';
import { addExamples } from './examples.ts';
import { addHistoryCommands } from './history-program.ts';
import { JSON_OPTION } from './json-option.ts';
import { parseCount } from './parse-count.ts';
import { addPolicyCommands } from './policy-program.ts';
import { addSteeringCommands } from './steering-program.ts';

const SESSION_ARGUMENT = [
  '[session]',
  'id of a session, the beginning of one, its title, or "last"; all sessions when left out',
] as const;

/** `exit` is told the exit code of the command that ran; `passed` is what stood after the `--` of `reins new`. */
export function createProgram(exit: (code: number) => void, passed: readonly string[] = []): Command {
  const program = new Command('reins')
    .description('Hold every Claude Code session from anywhere.')
    .version(REINS_VERSION)
    .exitOverride();
  addHubCommands(program, exit);
  addInstallCommands(program, exit);
  addSessionCommands(program, exit);
  addHistoryCommands(program, exit);
  addSteeringCommands(program, exit, passed);
  addDeviceCommands(program, exit);
  addPolicyCommands(program, exit);
  addAnsweringCommands(program, exit);
  addTokenCommands(program.command('token').description('tokens for devices and programs'), exit);
  addConfigCommands(program.command('config').description("the hub's settings"), exit);
  program
    .command('acp')
    .description('serve sessions to an editor (Agent Client Protocol), over standard input and output')
    .option('--driver <driver>', 'how new sessions run: stream or tmux')
    .option('--max-turns <number>', 'at most this many turns of the model per prompt')
    .option('--auto-continue <times>', 'after that limit, continue so often at most; the prompt stays open')
    .option(
      '--auto-continue-command <command>',
      'with it: only while this command prints a JSON array that is not empty',
    )
    .action(async (options) => exit(await (await import('./commands/acp.ts')).acp(options)));
  program
    .command('tui')
    .description(
      'inbox, sessions and conversations on the whole terminal; what "reins" alone does while a hub runs',
    )
    .argument('[session]', 'begin with this session: its id, the beginning of it, its title, or "last"')
    .action(async (session) => exit(await (await import('./commands/tui.ts')).tui(session)));
  program
    .command('mcp')
    .description('serve sessions as MCP tools, over standard input and output')
    .option('--read-only', 'only the tools that change nothing')
    .action(async (options) => exit(await (await import('./commands/mcp.ts')).mcp(options)));
  program
    .command('demo')
    .description(
      'try everything without an account: the real Claude Code with a scripted model, until Ctrl-C',
    )
    .action(async () => exit(await (await import('./commands/demo.ts')).demo()));
  program
    .command('completion')
    .description('print what your shell has to read to complete commands, options and sessions')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => exit((await import('./commands/completion.ts')).completion(shell)));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words) => exit(await (await import('./commands/completion.ts')).complete(program, words)));
  addExamples(program);
  return program;
}

function addHubCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('up')
    .description('start the hub')
    .option('-p, --port <number>', 'port to listen on; 0 picks a free one', parsePort)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', parseHostName)
    .option(
      '--allowed-host <name>',
      'a name, beside localhost, under which the hub may be reached; repeatable',
      addHostName,
    )
    .option('--cert <file>', 'certificate (PEM), to serve other devices with HTTPS')
    .option('--key <file>', 'its key (PEM)')
    .option('--https-port <number>', 'port of HTTPS; 0 picks a free one', parsePort)
    .option('--public-url <url>', 'where other devices reach the hub, for example through a proxy', parseUrl)
    .option('--stop-sessions-on-exit', 'stop the sessions that the hub has started when it is told to stop')
    .option('--detach', 'leave it running in the background')
    .action(async ({ detach, ...options }) => {
      if (!detach) return exit(await (await import('./commands/up.ts')).up(options));
      const args = process.argv.slice(2).filter((argument) => argument !== '--detach');
      exit(await (await import('./commands/up-detached.ts')).upDetached(args));
    });

  program
    .command('down')
    .description('stop the hub; sessions go on without it')
    .option('--stop-sessions', 'first end the sessions that the hub runs')
    .action(async (options) => exit(await (await import('./commands/down.ts')).down(options)));

  program
    .command('status')
    .description('show whether the hub runs and what it sees')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/status.ts')).status(options)));

  program
    .command('doctor')
    .description('check what Reins needs and say how to mend it')
    .option('--json', 'print the findings as JSON')
    .option('--end-runs', 'end the sessions the hub has started that no hub holds any more')
    .action(async (options) => exit(await (await import('./commands/doctor.ts')).doctor(options)));
}

function addInstallCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('install')
    .description('let every Claude Code session on this machine report to the hub, here or elsewhere')
    .option('--project', "only sessions in this folder: one's own settings of the project, never shared ones")
    .option('--all-events', 'also report every tool call as it happens')
    .option('--deny-rules', "keep Claude's file tools out of the folder of Reins")
    .option('--no-deny-rules', 'do not, and do not ask')
    .option('--url <address>', 'report to a hub elsewhere, which sees nothing of this machine but the hooks')
    .option('--token <token>', 'a token of role ingest of that hub; REINS_TOKEN does as well')
    .option('--plugin <folder>', 'write a Claude Code plugin instead of settings')
    .option('--dry-run', 'show what would change, change nothing')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/install.ts')).install(options)));

  program
    .command('uninstall')
    .description('take out again what install put in, and nothing else')
    .option('--project', "one's own settings of the project in this folder")
    .option('--dry-run', 'show what would change, change nothing')
    .option(...JSON_OPTION)
    .action(async (options) => exit((await import('./commands/uninstall.ts')).uninstall(options)));
}

function addSessionCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('ls')
    .description('list sessions: those that live and the newest that ended')
    .option('-a, --all', 'also all that ended')
    .option('-s, --status <status>', 'only starting, working, waiting, idle or ended ones')
    .option('--cwd <folder>', 'only those of this folder')
    .option('-n, --limit <number>', 'at most this many', parseCount)
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/ls.ts')).ls(options)));

  program
    .command('watch')
    .description('follow a session, or all of them, as it happens')
    .argument(...SESSION_ARGUMENT)
    .option('--json', 'print events as JSON lines')
    .option('--notify', 'also show on the desktop what needs you')
    .action(async (session, options) =>
      exit(await (await import('./commands/watch.ts')).watch(session, options)),
    );

  program
    .command('events')
    .description('print the event log as JSON lines: history, then live')
    .argument(...SESSION_ARGUMENT)
    .option(
      '--since <seq>',
      'begin after this seq, or "now"; a session begins with its first event',
      parseSince,
    )
    .option('--raw', 'print hooks as Claude Code sent them')
    .action(async (session, options) =>
      exit(await (await import('./commands/events.ts')).events(session, options)),
    );
}

function addTokenCommands(token: Command, exit: (code: number) => void): void {
  token
    .command('add')
    .description('make a token; it is shown once')
    .argument('<name>', 'whose token it is')
    .requiredOption('--role <role>', 'viewer, approver, operator or ingest')
    .option(...JSON_OPTION)
    .action(async (name, options) =>
      exit(await (await import('./commands/token.ts')).addToken(name, options)),
    );

  token
    .command('list')
    .description('list named tokens')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/token.ts')).listTokens(options)));

  token
    .command('revoke')
    .description('make a token worthless, at once')
    .argument('<name>', 'whose token it is')
    .action(async (name) => exit(await (await import('./commands/token.ts')).revokeToken(name)));
}

function addConfigCommands(config: Command, exit: (code: number) => void): void {
  config
    .command('list')
    .description('show all settings')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/config.ts')).listSettings(options)));

  config
    .command('get')
    .description('show one setting')
    .argument('<name>')
    .option(...JSON_OPTION)
    .action(async (name, options) =>
      exit(await (await import('./commands/config.ts')).getSetting(name, options)),
    );

  config
    .command('set')
    .description('change a setting; "default" puts it back')
    .argument('<name>')
    .argument('<value>', 'words or JSON')
    .option(...JSON_OPTION)
    .action(async (name, value, options) =>
      exit(await (await import('./commands/config.ts')).setSetting(name, value, options)),
    );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new InvalidArgumentError('It must be an address such as https://hub.example.');
}

function addHostName(name: string, names: string[] = []): string[] {
  return [...names, parseHostName(name)];
}

/** Without a name Node would listen on all addresses. */
function parseHostName(name: string): string {
  if (/^[^\s/@?#]+$/.test(name)) return name;
  throw new InvalidArgumentError('It must be a name or an address alone, such as hub.example.');
}

function parseSince(text: string): number | 'now' {
  if (text === 'now') return text;
  const seq = Number(text);
  if (Number.isInteger(seq) && seq >= 0) return seq;
  throw new InvalidArgumentError('It must be a seq, such as 42, or "now".');
}
