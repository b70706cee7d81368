/** Attaches to a `claude` that a person started: through the keys of its tmux pane if it has one, otherwise only to end it. */
import { hasTerminal } from '../../lib/process-terminal.ts';
import { processes } from '../../lib/processes.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Run, RunReports } from '../driver.ts';
import { endProcess } from '../end-process.ts';
import { ClaudePane } from '../tmux/claude-pane.ts';
import { PaneTerminal } from '../tmux/mirror/pane-terminal.ts';
import { Pane } from '../tmux/pane.ts';
import { PaneRun } from '../tmux/pane-run.ts';
import { TmuxError } from '../tmux/tmux-commands.ts';
import { TmuxProcess } from './tmux-process.ts';

export interface ExternalProcess {
  readonly sessionId: string;
  readonly pid: number;
  readonly startMark: string;
  /** Where Claude Code reports that it runs: `<session>:@<window>.%<pane>`. */
  readonly tmuxPane?: string;
}

export interface ExternalOptions {
  /** The hub's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly warn: RunReports['warning'];
}

export async function attachExternal(claude: ExternalProcess, { env, warn }: ExternalOptions): Promise<Run> {
  const { sessionId, pid, startMark, tmuxPane } = claude;
  const base = {
    runId: `external-${pid}-${startMark}`,
    driver: 'external',
    sessionId,
    pid,
    startMark,
  } as const;
  const stop = () => endProcess(claude);
  const found = tmuxPane && (await findPane(pid, tmuxPane, env));
  if (!found) return { ...base, ...UNREACHABLE, stop };
  const inner = new Pane(found.tmux, found.id);
  const pane = new ClaudePane(inner, { pid, startMark, howToSee: `tmux, at ${tmuxPane}`, hasShell: true });
  return new PaneRun({
    ...base,
    process: claude,
    pane,
    terminalCommand: found.tmux.attachCommand(found.id),
    terminal: new PaneTerminal({ pane: inner, claude: pane, isOwn: false }),
    stop,
    warn,
  });
}

const refuse = async (): Promise<never> => {
  throw notCapable();
};

/** A terminal that the hub cannot type into. */
const UNREACHABLE = {
  capabilities: [],
  canRedeliver: false,
  blockedBy: async () => 'no_terminal',
  draft: async () => undefined,
  deliver: refuse,
  interrupt: refuse,
  setModel: refuse,
  setPermissionMode: refuse,
  rename: refuse,
  screen: refuse,
  terminalCommand: () => {
    throw notCapable();
  },
} satisfies Partial<Run>;

function notCapable(): ReinsError {
  return new ReinsError(
    'not_capable',
    'This session runs in a terminal that the hub cannot reach. Use that terminal, or take over the session.',
  );
}

interface FoundPane {
  readonly tmux: TmuxProcess;
  /** Such as `%3`. */
  readonly id: string;
}

/**
 * Finds the tmux pane in which a person's own `claude` runs. `named` is Claude Code's own record of the place:
 * `<session>:@<window>.%<pane>`. Undefined if that is not true.
 */
async function findPane(pid: number, named: string, env: NodeJS.ProcessEnv): Promise<FoundPane | undefined> {
  const [id] = /%\d+$/.exec(named) ?? [];
  if (!id) return undefined;
  const tmux = new TmuxProcess(socketOf(pid), env);
  try {
    const [device = ''] = await tmux.run('display-message', '-p', '-t', id, '#{pane_tty}');
    return hasTerminal(pid, device) ? { tmux, id } : undefined;
  } catch (error) {
    if (error instanceof TmuxError) return undefined;
    throw error;
  }
}

/**
 * The process has its server in `TMUX=<socket>,<server pid>,<session>`. If its environment is hidden, use the default
 * server.
 */
function socketOf(pid: number): string | undefined {
  return processes.variable(pid, 'TMUX')?.replace(/,\d+,\d+$/, '');
}
