/**
 * Runs interactive Claude Code in panes of the hub's own tmux server, where it outlives the hub. Owns the set of runs and
 * their ends; claude-pane.ts handles typing into them.
 */
import { randomUUID } from 'node:crypto';
import { claudeArguments } from '../../claude/claude-arguments.ts';
import { claudeFlags, headlessChoices } from '../../core/new-session/run-options.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import { type ProcessMark, readStartMark } from '../../lib/process-identity.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Driver, Run, RunOrder, RunReports } from '../driver.ts';
import { endProcess, hasEnded } from '../end-process.ts';
import { ClaudePane } from './claude-pane.ts';
import type { ControlClient } from './control-client.ts';
import { findClaudeProcess } from './find-claude-process.ts';
import { PaneTerminal } from './mirror/pane-terminal.ts';
import { OwnServer } from './own-server.ts';
import { Pane } from './pane.ts';
import { PaneRun } from './pane-run.ts';
import { RunFiles } from './run-files.ts';
import {
  closePane,
  closeWithProcess,
  lastOutput,
  listPanes,
  noteClaude,
  openPane,
  type RunPane,
} from './run-panes.ts';
import { watchStart } from './watch-start.ts';

export interface TmuxDriverOptions {
  /** `$REINS_HOME`. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly reports: RunReports;
}

/** If tmux does not respond: how soon to check again. */
const LOOK_AGAIN_MS = 5000;
const DEFAULT_SIZE = { columns: 120, rows: 40 };

export class TmuxDriver implements Driver {
  readonly name = 'tmux';
  readonly #reports: RunReports;
  readonly #server: OwnServer;
  readonly #files: RunFiles;
  readonly #runs = new Map<string, PaneRun>();
  /** Runs that the hub itself is ending. */
  readonly #stopping = new Set<string>();
  readonly #closing = new AbortController();
  readonly #check = new OneAtATime(() => this.#endTheDead());
  readonly #checkSoon = () => void this.#check.run().catch(() => {});

  constructor({ home, env, reports }: TmuxDriverOptions) {
    this.#reports = reports;
    this.#files = new RunFiles(home);
    this.#server = new OwnServer({ home, env, onChange: this.#checkSoon, onLost: this.#checkSoon });
  }

  async start(order: RunOrder): Promise<Run> {
    refuseForTerminal(order);
    const tmux = await this.#server.connect().catch((error) => {
      throw error instanceof ReinsError ? error : unusable(error);
    });
    const runId = randomUUID();
    const { sessionId, cwd, env, choices } = order;
    const { terminal: size = DEFAULT_SIZE } = choices;
    const flags = claudeFlags(choices);
    const files = this.#files.write(runId, order);
    const command = [order.claude, ...claudeArguments({ ...order, flags }, files)];
    try {
      await openPane(tmux, { runId, sessionId, cwd, env: { COLORTERM: 'truecolor', ...env }, size, command });
      const pane = await this.#find(tmux, runId);
      const run = this.#toRun(pane);
      await this.#watch(tmux, run);
      const claudePid = await findClaudeProcess(pane.pid, env);
      if (claudePid !== pane.pid) {
        await noteClaude(tmux, pane, claudePid);
        run.identify(toMark(claudePid));
      }
      await this.#hold(tmux, pane, run);
      // It may have ended since the last check.
      this.#checkSoon();
      return run;
    } catch (error) {
      await closePane(tmux, runId).catch(() => {});
      this.#files.remove(runId);
      throw error instanceof ReinsError ? error : startFailed((error as Error).message);
    }
  }

  async reattach(): Promise<Run[]> {
    const tmux = await this.#server.connectIfRunning();
    const panes = tmux ? await listPanes(tmux) : [];
    this.#files.removeAllBut(new Set(panes.map(({ runId }) => runId)));
    const added: Run[] = [];
    for (const pane of panes) {
      if (!tmux || this.#runs.has(pane.runId)) continue;
      const run = this.#toRun(pane);
      await this.#hold(tmux, pane, run);
      added.push(run);
    }
    await this.#check.run();
    return added.filter(({ runId }) => this.#runs.has(runId));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#server.close();
  }

  async #hold(tmux: ControlClient, pane: RunPane, run: PaneRun): Promise<void> {
    this.#runs.set(run.runId, run);
    await closeWithProcess(tmux, pane);
  }

  async #find(tmux: ControlClient, runId: string): Promise<RunPane> {
    const pane = (await listPanes(tmux)).find((candidate) => candidate.runId === runId);
    if (!pane) throw startFailed('its terminal was closed');
    return pane;
  }

  #toRun({ runId, paneId, pid, claudePid, sessionId }: RunPane): PaneRun {
    const howToSee = `"reins attach ${sessionId}"`;
    // Through the server, not one connection, which may be replaced.
    const inner = new Pane(this.#server, paneId);
    const pane = new ClaudePane(inner, { pid, howToSee, hasShell: false });
    return new PaneRun({
      driver: this.name,
      runId,
      sessionId,
      process: toMark(claudePid),
      pane,
      terminalCommand: this.#server.attachCommand(runId),
      terminal: new PaneTerminal({ pane: inner, claude: pane, isOwn: true }),
      stop: (run) => this.#stop(run),
      warn: (run, code, message) => this.#reports.warning(run, code, message),
    });
  }

  async #watch(tmux: ControlClient, run: PaneRun): Promise<void> {
    await watchStart({
      look: () => run.pane.look(),
      checkAlive: async () => {
        const pane = await this.#find(tmux, run.runId);
        if (pane.isDead) throw startFailed((await lastOutput(tmux, pane)) || pane.ending);
      },
      warn: (code, message) => this.#reports.warning(run, code, message),
      howToSee: `reins attach ${run.sessionId}`,
      signal: this.#closing.signal,
    });
  }

  /** TERM lets Claude Code end its tools and run its SessionEnd hooks (2.1.325). */
  async #stop(run: Run): Promise<void> {
    this.#stopping.add(run.runId);
    await endProcess(run);
    await this.#end(run, 'stopped');
  }

  /** Checks which runs have ended. */
  async #endTheDead(): Promise<void> {
    if (this.#runs.size === 0 || this.#closing.signal.aborted) return;
    const tmux = await this.#server.connectIfRunning();
    const panes = tmux && new Map((await listPanes(tmux)).map((pane) => [pane.runId, pane]));
    await Promise.all([...this.#runs.values()].map((run) => this.#endIfDead(run, panes)));
  }

  async #endIfDead(run: PaneRun, panes: ReadonlyMap<string, RunPane> | undefined): Promise<void> {
    const pane = panes?.get(run.runId);
    if (pane && !pane.isDead) return;
    // The loss of the terminal ends the process; without tmux, all we can do is wait for that.
    if (await hasEnded(run)) await this.#end(run, panes ? 'exited' : 'its tmux server ended');
    else if (panes) await this.#stop(run);
    else setTimeout(this.#checkSoon, LOOK_AGAIN_MS).unref();
  }

  async #end(run: Run, reason: string): Promise<void> {
    if (!this.#runs.delete(run.runId)) return;
    this.#files.remove(run.runId);
    this.#reports.ended(run, this.#stopping.delete(run.runId) ? 'stopped' : reason);
    const tmux = await this.#server.connectIfRunning();
    if (tmux) await closePane(tmux, run.runId).catch(() => {});
  }
}

function toMark(pid: number): ProcessMark {
  return { pid, startMark: readStartMark(pid) ?? 'gone' };
}

function startFailed(output: string): ReinsError {
  return new ReinsError(
    'start_failed',
    `Claude Code exited right after it started: ${output.slice(0, 2000)}`,
    {
      words: output,
    },
  );
}

function unusable({ message }: Error): ReinsError {
  return new ReinsError('driver_unavailable', `The hub cannot use its tmux server (${message}).`);
}

/** What Claude Code can do only without a terminal: an order that asks for it is refused, not half obeyed. */
function refuseForTerminal({ choices }: RunOrder): void {
  const refused = headlessChoices(choices);
  if (refused.length === 0) return;
  throw new ReinsError(
    'invalid_request',
    `Claude Code does not support ${refused.join(', ')} in a terminal. Omit it, or start the session with the stream driver.`,
    { refused },
  );
}
