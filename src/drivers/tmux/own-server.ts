/**
 * The hub's own tmux server: its socket, its setup, and the one connection to it. The server outlives the hub. It does not
 * load people's own tmux configuration.
 */
import { chmodSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { claudeEnvironment } from '../../claude/claude-environment.ts';
import { prepareSocketFolder, socketFileIn } from '../../lib/socket-file.ts';
import { ControlClient } from './control-client.ts';
import { toArguments } from './quote-for-tmux.ts';
import { type TmuxCommands, TmuxError } from './tmux-commands.ts';
import { requireTmux } from './tmux-program.ts';

export interface OwnServerOptions {
  /** The hub's home. Each home has its own server. */
  readonly home: string;
  /** The hub's environment, for tmux itself. */
  readonly env: NodeJS.ProcessEnv;
  /** Something changed among the panes. */
  onChange(): void;
  /** The connection is lost: the server has ended, or only our client was killed. */
  onLost(): void;
}

export function ownSocketOf(home: string): string {
  return socketFileIn(home, 'tmux.sock');
}

/** The session that our connection attaches to. Its one dead pane needs no process and keeps the server running. */
const KEEPER = 'keeper';
/** A tmux condition: one dot for each session. */
const HAS_ONLY_KEEPER = '#{==:#{S:.},.}';

/**
 * What an attached person gets: Claude Code alone on the screen, and one tmux key, ctrl+\, to detach. ctrl+b belongs to
 * Claude Code. -q skips options that an older tmux does not know.
 */
const SETUP: readonly (readonly string[])[] = [
  ...[
    ['exit-empty', 'off'],
    ['escape-time', '10'],
    ['focus-events', 'on'],
    ['extended-keys', 'on'],
  ].map((option) => ['set-option', '-q', '-s', ...option]),
  ['set-option', '-q', '-s', 'default-terminal', 'tmux-256color'],
  ['set-option', '-q', '-s', 'terminal-features[90]', '*:RGB'],
  ...[
    ['remain-on-exit', 'on'],
    ['remain-on-exit-format', ''],
    ['status', 'off'],
    ['mouse', 'on'],
    ['prefix', 'None'],
    ['prefix2', 'None'],
    ['history-limit', '50000'],
    ['update-environment', ''],
    ['set-titles', 'on'],
    ['set-titles-string', '#T'],
    ['allow-passthrough', 'on'],
    ['destroy-unattached', 'off'],
    ['window-size', 'latest'],
    ['automatic-rename', 'off'],
    ['allow-rename', 'off'],
  ].map((option) => ['set-option', '-q', '-g', ...option]),
  ['bind-key', '-n', 'C-\\', 'detach-client'],
  [
    'set-hook',
    '-g',
    'client-attached',
    // A remote viewer's size ends when a person attaches.
    'set-option -wu window-size ; display-message -d 4000 "Detach with ctrl+\\\\: the session continues."',
  ],
];

/** Notices after which panes may have appeared, ended or closed. */
const CHANGES = new Set(['sessions-changed', 'unlinked-window-close']);

/** How long the server may take to end together with the hub. */
const LEAVING_MS = 3000;

const READING = new Set(['capture-pane', 'display-message', 'list-panes']);

export class OwnServer implements TmuxCommands {
  readonly #options: OwnServerOptions;
  readonly #socket: string;
  #opening: Promise<ControlClient> | undefined;
  #client: ControlClient | undefined;
  #isClosed = false;

  constructor(options: OwnServerOptions) {
    this.#options = options;
    this.#socket = ownSocketOf(options.home);
  }

  /** The connection, made again if it is lost; starts the server if it is not running. Throws `driver_unavailable`. */
  async connect(): Promise<ControlClient> {
    return (await this.connectIfRunning()) ?? this.#connect([]);
  }

  /** The connection to a running server; undefined if none is running. */
  async connectIfRunning(): Promise<ControlClient | undefined> {
    if (!existsSync(this.#socket)) return undefined;
    try {
      return await this.#connect(['-N']);
    } catch (error) {
      if (error instanceof TmuxError) return undefined;
      throw error;
    }
  }

  run(...command: string[]): Promise<string[]> {
    return this.runAll([command]);
  }

  async runAll(commands: readonly (readonly string[])[]): Promise<string[]> {
    const client = await this.#require();
    try {
      return await client.runAll(commands);
    } catch (error) {
      // Reading twice is harmless. Whether keys arrived before the connection was lost is unknown.
      if (!client.isGone || !commands.every(([name = '']) => READING.has(name))) throw error;
      return (await this.#require()).runAll(commands);
    }
  }

  async loadBuffer(name: string, text: string): Promise<void> {
    await (await this.#require()).loadBuffer(name, text);
  }

  /** The command that shows a session of this server in a terminal. Inside another tmux it must run without TMUX. */
  attachCommand(session: string): string[] {
    return ['tmux', '-u', '-S', this.#socket, 'attach-session', '-t', `=${session}`];
  }

  /** Runs continue in the server. A server without runs ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A connection in progress closes once it is attached: killing it earlier could crash tmux up to 3.6.
    const leaving = this.#opening ?? (this.#client && leave(this.#client));
    // A server that hangs does not delay the hub.
    await Promise.race([leaving?.catch(() => {}), delay(LEAVING_MS, undefined, { ref: false })]);
  }

  async #require(): Promise<ControlClient> {
    const client = await this.connectIfRunning();
    if (!client) throw new TmuxError('attach-session', 'the tmux server is not running');
    return client;
  }

  async #connect(flags: readonly string[]): Promise<ControlClient> {
    if (this.#client && !this.#client.isGone) return this.#client;
    if (this.#isClosed) throw new TmuxError('attach-session', 'the hub is stopping');
    this.#opening ??= this.#open(flags).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(flags: readonly string[]): Promise<ControlClient> {
    const { env, onChange, onLost } = this.#options;
    const tmux = await requireTmux(env);
    prepareSocketFolder(this.#socket);
    const client = await ControlClient.connect({
      tmux,
      args: [...flags, '-S', this.#socket, '-f', '/dev/null', ...toArguments([...SETUP, attachKeeper()])],
      env: { ...claudeEnvironment(env), TERM: 'xterm-256color' },
      onNotice: (name) => {
        if (CHANGES.has(name)) onChange();
      },
      onLost,
    });
    await endStaleClients(client);
    await forgetEnvironment(client);
    chmodSync(this.#socket, 0o600);
    this.#client = client;
    if (this.#isClosed) await leave(client);
    return client;
  }
}

async function leave(client: ControlClient): Promise<void> {
  await client.run('if-shell', '-F', HAS_ONLY_KEEPER, 'kill-server').catch(() => {});
  // The next hub must not connect while this client leaves: that could crash tmux up to 3.6.
  await client.close();
}

/** ignore-size: a window has the size of the terminals in which people view it. no-output: facts arrive by other routes. */
function attachKeeper(): string[] {
  return ['new-session', '-A', '-s', KEEPER, '-f', 'ignore-size,no-output', 'sh', '-c', ':'];
}

/**
 * A killed hub leaves a client behind if tmux had output for it: tmux waits forever to write it, and does not exit on
 * request (seen in 3.3a). There is one hub per home, so every other client in control mode is such a leftover.
 */
async function endStaleClients(client: ControlClient): Promise<void> {
  for (const line of await client.run('list-clients', '-F', '#{client_control_mode} #{client_pid}')) {
    const [isControl, pid] = line.split(' ').map(Number);
    if (isControl && pid && pid !== client.pid) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

/**
 * Each run gets its own complete environment: otherwise all runs would inherit the variables that the server was started
 * with.
 */
async function forgetEnvironment(client: ControlClient): Promise<void> {
  const names = (await client.run('show-environment', '-g')).flatMap(
    (line) => /^(\w+)=/.exec(line)?.[1] ?? [],
  );
  for (const name of names) await client.run('set-environment', '-gu', name);
}
