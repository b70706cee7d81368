/**
 * Drives `claude -p` in stream-json, each under its own runner, so that runs outlive the hub. A run reports only after
 * `start` or `reattach` has returned it.
 */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamArguments, streamEnvironment } from '../../claude/stream-command.ts';
import { claudeFlags } from '../../core/new-session/run-options.ts';
import { prepareSocketFolder } from '../../lib/socket-file.ts';
import { waitUntil } from '../../lib/wait-until.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Driver, RunOrder, RunReports } from '../driver.ts';
import { awaitStart } from './await-start.ts';
import { isAlive } from './end-claude.ts';
import {
  makeRunFolder,
  type RunFolder,
  readLeader,
  readNote,
  removeRunFolder,
  runFolderAt,
  writeNote,
} from './run-folder.ts';
import type { RunnerOrder } from './runner-protocol.ts';
import { startRunner } from './start-runner.ts';
import { type LiveNote, StreamRun } from './stream-run.ts';

/** How long a runner with an order may take to start claude, for a hub that did not send the order. */
const LEADER_PATIENCE_MS = 10_000;

/** Other entries among the run folders are ignored. */
const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface StreamDriverOptions {
  /** The parent of the run folders. */
  readonly runsFolder: string;
  /** The runner's program and its first arguments. */
  readonly runnerCommand: readonly string[];
  readonly reports: RunReports;
  /** The size of a journal segment, and how much may be unread. */
  readonly journalLimits?: Pick<RunnerOrder, 'segmentBytes' | 'farBehindBytes'>;
}

export class StreamDriver implements Driver {
  readonly name = 'stream';
  readonly #options: StreamDriverOptions;
  /** The current runs by id; undefined while a run is starting. */
  readonly #runs = new Map<string, StreamRun | undefined>();

  constructor(options: StreamDriverOptions) {
    this.#options = options;
  }

  async start(order: RunOrder): Promise<StreamRun> {
    assertFolder(order.cwd);
    assertExecutable(order.claude);
    const folder = makeRunFolder(this.#options.runsFolder, randomUUID());
    this.#runs.set(folder.runId, undefined);
    const run = await this.#launch(order, folder).catch((error) => {
      removeRunFolder(folder);
      this.#runs.delete(folder.runId);
      throw error;
    });
    try {
      await awaitStart(run);
    } catch (error) {
      await run.abandon();
      throw error;
    }
    this.#handOut(run);
    return run;
  }

  async reattach(): Promise<StreamRun[]> {
    const { runsFolder } = this.#options;
    if (!existsSync(runsFolder)) return [];
    const folders = readdirSync(runsFolder)
      .filter((name) => RUN_ID.test(name) && !this.#runs.has(name))
      .map((runId) => runFolderAt(join(runsFolder, runId)));
    const runs = await Promise.all(folders.map((folder) => this.#takeUp(folder)));
    return runs.flatMap((run) => run ?? []);
  }

  close(): void {
    for (const run of this.#runs.values()) run?.detach();
    this.#runs.clear();
  }

  async #launch(order: RunOrder, folder: RunFolder): Promise<StreamRun> {
    const { runnerCommand, journalLimits } = this.#options;
    prepareSocketFolder(folder.socketFile);
    writeFileSync(folder.settingsFile, JSON.stringify(order.settings), { mode: 0o600 });
    const { mcp_config } = order.choices;
    if (mcp_config) writeFileSync(folder.mcpFile, JSON.stringify(mcp_config), { mode: 0o600 });
    const files = {
      settings: folder.settingsFile,
      ...(mcp_config && { mcpConfig: folder.mcpFile }),
    };
    const flags = claudeFlags(order.choices);
    const runnerOrder: RunnerOrder = {
      folder: folder.path,
      command: [order.claude, ...streamArguments({ ...order, flags }, files)],
      cwd: order.cwd,
      env: streamEnvironment(order.env),
      ...journalLimits,
    };
    const base = { runId: folder.runId, sessionId: order.sessionId };
    const started = await startRunner(runnerCommand, folder, runnerOrder, (runner) =>
      writeNote(folder, { ...base, runner }),
    );
    const note = { ...base, ...started };
    writeNote(folder, note);
    return this.#attachTo(folder, note);
  }

  /** One tick after the caller has received the run, so that every report is about a run it knows. */
  #handOut(run: StreamRun): void {
    setImmediate(() => run.beginReporting());
  }

  /** Undefined for a run that has ended. */
  async #takeUp(folder: RunFolder): Promise<StreamRun | undefined> {
    const note = readNote(folder);
    if (note && isAlive(note.runner)) {
      await waitUntil('claude to be started', () => readLeader(folder) || !isAlive(note.runner), {
        timeoutMs: LEADER_PATIENCE_MS,
      }).catch(() => {});
    }
    const leader = note?.leader ?? readLeader(folder);
    if (!note || !leader) {
      if (note && isAlive(note.runner)) process.kill(note.runner.pid, 'SIGKILL');
      removeRunFolder(folder);
      return undefined;
    }
    const run = this.#attachTo(folder, { ...note, leader });
    if (isAlive(note.runner)) {
      this.#handOut(run);
      return run;
    }
    run.beginReporting();
    await run.catchUp();
    return undefined;
  }

  #attachTo(folder: RunFolder, note: LiveNote): StreamRun {
    const run = new StreamRun(folder, note, this.#options.reports, () => this.#runs.delete(folder.runId));
    this.#runs.set(folder.runId, run);
    run.attach();
    return run;
  }
}

function assertFolder(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  const what = existsSync(cwd) ? 'is not a folder' : 'does not exist';
  throw new ReinsError('cwd_invalid', `${cwd} ${what}. Choose an existing folder.`, { cwd });
}

function assertExecutable(claude: string): void {
  try {
    accessSync(claude, constants.X_OK);
  } catch {
    throw new ReinsError(
      'claude_not_found',
      `Cannot run ${claude}. Install Claude Code, or set REINS_CLAUDE to its binary.`,
      { claude },
    );
  }
}
