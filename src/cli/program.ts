/** Every command of `reins`, its arguments and its help. Each is loaded on use. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { REINS_VERSION } from '../lib/version.ts';
import { addAnsweringCommands } from './answering-program.ts';
import { addDeviceCommands } from './device-program.ts';
import { addExamples } from './examples.ts';
import { addFleetCommands } from './fleet-program.ts';
import { addHistoryCommands } from './history-program.ts';
import { HOST_OPTION } from './host-option.ts';
import { JSON_OPTION } from './json-option.ts';
import { parseCount } from './parse-count.ts';
import { MOMENTS, parseEventsFrom } from './parse-moment.ts';
import { addPolicyCommands } from './policy-program.ts';
import { addServiceCommands } from './service-program.ts';
import { addSteeringCommands } from './steering-program.ts';

const SESSION_ARGUMENT = [
  '[session]',
  'id of a session, the start of one, its title, or "last"; all sessions by default',
] as const;

/** `exit` gets the exit code of the command; `passed` are the arguments after the `--` of `reins new`. */
export function createProgram(exit: (code: number) => void, passed: readonly string[] = []): Command {
  const program = new Command('reins')
    .description('Watch, answer and steer every Claude Code session on your machine.')
    .version(REINS_VERSION, '-v, --version')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'reins: ')) })
    .exitOverride();
  addHubCommands(program, exit);
  addServiceCommands(program, exit);
  addInstallCommands(program, exit);
  addSessionCommands(program, exit);
  addHistoryCommands(program, exit);
  addSteeringCommands(program, exit, passed);
  addDeviceCommands(program, exit);
  addFleetCommands(program, exit);
  addPolicyCommands(program, exit);
  addAnsweringCommands(program, exit);
  addTokenCommands(program.command('token').description('manage tokens for devices and programs'), exit);
  addConfigCommands(program.command('config').description("manage the hub's settings"), exit);
  program
    .command('acp')
    .description('serve sessions to an editor (Agent Client Protocol), over standard input and output')
    .option('--driver <driver>', 'how new sessions run: stream or tmux')
    .option('--max-turns <number>', 'maximum number of model turns per prompt')
    .option(
      '--auto-continue <times>',
      'at that limit, continue at most this many times; the prompt stays open',
    )
    .option(
      '--auto-continue-command <command>',
      'with --auto-continue: only while this command prints a non-empty JSON array',
    )
    .option(
      '--end-when-idle <seconds>',
      'end sessions that the editor started once they were idle for this long; an hour by default',
    )
    .action(async (options) => exit(await (await import('./commands/acp.ts')).acp(options)));
  program
    .command('tui')
    .description(
      'open the terminal UI: inbox, sessions and conversations; starts a hub if none is running. "reins" alone does the same',
    )
    .argument('[session]', 'open this session: its id, the start of it, its title, or "last"')
    .option('--no-mouse', 'leave the mouse to the terminal; so does REINS_TUI_MOUSE=off')
    .action(async (session, options) =>
      exit(await (await import('./commands/tui.ts')).tui(session, options)),
    );
  program
    .command('mcp')
    .description('serve sessions as MCP tools, over standard input and output')
    .option('--read-only', 'only the tools that change nothing')
    .action(async (options) => exit(await (await import('./commands/mcp.ts')).mcp(options)));
  addSlackCommands(program, exit);
  program
    .command('demo')
    .description(
      'try everything without an account: the real Claude Code with a scripted model, until Ctrl-C',
    )
    .option('--no-open', 'do not open a browser')
    .action(async (options) => exit(await (await import('./commands/demo.ts')).demo(options)));
  program
    .command('completion')
    .description('print a shell completion script for commands, options and sessions')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => exit((await import('./commands/completion.ts')).completion(shell)));
  program.command('version', { hidden: true }).action(() => console.log(REINS_VERSION));
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
      'a host name, besides localhost, that the hub accepts; repeatable',
      addHostName,
    )
    .option('--cert <file>', 'certificate (PEM), to serve other devices with HTTPS')
    .option('--key <file>', 'private key of the certificate (PEM)')
    .option('--https-port <number>', 'HTTPS port; 0 picks a free one', parsePort)
    .option('--public-url <url>', 'where other devices reach the hub, for example through a proxy', parseUrl)
    .option('--stop-sessions-on-exit', 'when stopped, also stop the sessions that the hub started')
    .option('--detach', 'run in the background; succeeds if the hub is already running')
    .option('--open', 'open the page in a browser; by default, only until a device is paired')
    .option('--no-open', 'do not open a browser')
    .action(async ({ detach, ...options }) => {
      if (!detach) return exit(await (await import('./commands/up.ts')).up(options));
      const forUs = ['--detach', '--open', '--no-open'];
      const args = process.argv.slice(2).filter((argument) => !forUs.includes(argument));
      exit(await (await import('./commands/up-detached.ts')).upDetached(args, options));
    });

  program
    .command('down')
    .description('stop the hub, if it is running; its sessions continue')
    .option('--stop-sessions', 'first stop the sessions that the hub runs')
    .action(async (options) => exit(await (await import('./commands/down.ts')).down(options)));

  program
    .command('status')
    .description('show whether the hub is running, with key figures')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/status.ts')).status(options)));

  program
    .command('doctor')
    .description('check the setup and show how to fix problems')
    .option('--json', 'print the findings as JSON')
    .option('--fix', 'fix what can be fixed safely')
    .option('--end-runs', 'end the sessions that a hub started but no hub controls any more')
    .action(async (options) => exit(await (await import('./commands/doctor.ts')).doctor(options)));
}

function addInstallCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('install')
    .description(
      'make every Claude Code session on this machine report to the hub, here or on another machine',
    )
    .option(
      '--project',
      'only for sessions in this folder; changes your personal project settings, never shared ones',
    )
    .option('--all-events', 'also report every tool call as it happens')
    .option('--deny-rules', "deny Claude's file tools access to the Reins folder")
    .option('--no-deny-rules', 'do not add these rules, and do not ask')
    .option('--url <address>', 'report to a hub on another machine; it receives only what hooks send')
    .option('--token <token>', 'a token for that hub with the ingest role; or set REINS_TOKEN')
    .option('--plugin <folder>', 'write a Claude Code plugin instead of settings')
    .option('--dry-run', 'show what would change without changing anything')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/install.ts')).install(options)));

  program
    .command('uninstall')
    .description('remove what install added, and nothing else')
    .option('--project', 'only from your personal settings for the project in this folder')
    .option('--dry-run', 'show what would change without changing anything')
    .option(...JSON_OPTION)
    .action(async (options) => exit((await import('./commands/uninstall.ts')).uninstall(options)));
}

function addSessionCommands(program: Command, exit: (code: number) => void): void {
  program
    .command('ls')
    .description('list live and recently ended sessions')
    .option('-a, --all', 'also list all ended sessions')
    .option('-s, --status <status>', 'only sessions that are starting, working, waiting, idle or ended')
    .option('--cwd <folder>', 'only sessions in this folder')
    .option('--label <label>', 'only sessions with this label')
    .option('--archived', 'only archived sessions, which are otherwise left out')
    .option(...HOST_OPTION)
    .option('-n, --limit <number>', 'at most this many', parseCount)
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/ls.ts')).ls(options)));

  program
    .command('watch')
    .description('follow a session, or all of them, live')
    .argument(...SESSION_ARGUMENT)
    .option('--json', 'print events as JSON lines')
    .option('--notify', 'also show notifications on the desktop')
    .action(async (session, options) =>
      exit(await (await import('./commands/watch.ts')).watch(session, options)),
    );

  program
    .command('events')
    .description('print the event log as JSON lines: history, then live')
    .argument(...SESSION_ARGUMENT)
    .option(
      '--since <when>',
      `start after this seq, with "now", or from a time on: ${MOMENTS}; by default, a session starts with its first event, all sessions start now`,
      parseEventsFrom,
    )
    .option('--raw', 'print hooks as Claude Code sent them')
    .action(async (session, options) =>
      exit(await (await import('./commands/events.ts')).events(session, options)),
    );
}

function addSlackCommands(program: Command, exit: (code: number) => void): void {
  const slack = program
    .command('slack')
    .description('run the Slack app until it is stopped; the setting "slack" makes the hub run it')
    .addOption(new Option('--until-input-ends').hideHelp())
    .action(async (options) => exit(await (await import('./commands/slack.ts')).slack(options)));

  slack
    .command('setup')
    .description("print the Slack app's manifest and store its two tokens")
    .option('--manifest', 'only print the manifest')
    .action(async (options) => exit(await (await import('./commands/slack-setup.ts')).slackSetup(options)));
}

function addTokenCommands(token: Command, exit: (code: number) => void): void {
  token
    .command('add')
    .description('create a token; it is shown only once')
    .argument('<name>', 'the name of the token')
    .requiredOption('--role <role>', 'viewer, approver, operator or ingest')
    .option(...JSON_OPTION)
    .action(async (name, options) =>
      exit(await (await import('./commands/token.ts')).addToken(name, options)),
    );

  token
    .command('list', { isDefault: true })
    .description('list named tokens')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/token.ts')).listTokens(options)));

  token
    .command('revoke')
    .description('revoke a token immediately')
    .argument('<name>', 'the name of the token')
    .action(async (name) => exit(await (await import('./commands/token.ts')).revokeToken(name)));
}

function addConfigCommands(config: Command, exit: (code: number) => void): void {
  config
    .command('list', { isDefault: true })
    .description('show all settings')
    .option(...JSON_OPTION)
    .action(async (options) => exit(await (await import('./commands/config.ts')).listSettings(options)));

  config
    .command('get')
    .description('show one setting')
    .argument('<name>', 'the name of the setting')
    .option(...JSON_OPTION)
    .action(async (name, options) =>
      exit(await (await import('./commands/config.ts')).getSetting(name, options)),
    );

  config
    .command('set')
    .description('change a setting; "default" resets it')
    .argument('<name>', 'the name of the setting')
    .argument('<value>', 'text or JSON')
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

/** Without a name, Node would listen on all addresses. */
function parseHostName(name: string): string {
  if (/^[^\s/@?#]+$/.test(name)) return name;
  throw new InvalidArgumentError('It must be a host name or an address, such as hub.example.');
}
