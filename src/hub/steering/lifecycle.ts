/**
 * Starts, resumes, forks, takes over and ends sessions. Claude Code has no lock: two processes on one session
 * silently split its history. So nothing is started while a process lives, and each session has one operation
 * at a time.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isListedProcessAlive } from '../../claude/live-sessions.ts';
import type { RunChoices } from '../../core/new-session/run-options.ts';
import { isLive, liveRuns } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import { untrustedText } from '../../core/wording/trust-text.ts';
import type { Driver, Run, RunOrder } from '../../drivers/driver.ts';
import { KeyedLock } from '../../lib/keyed-lock.ts';
import { uuidFrom } from '../../lib/uuid-from.ts';
import type { AutoContinue } from '../../protocol/autonomy.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Fork, NewSession, Resume, StartingDriver, Takeover } from '../../protocol/steering.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { CreationStore } from '../../store/messages.ts';
import { assertHere } from './admission.ts';
import { chosenAutonomy } from './chosen-autonomy.ts';
import { findLosses } from './find-losses.ts';
import type { FolderTrust } from './folder-trust.ts';
import { chosenIdleEnd } from './idle-end.ts';
import { observedIn, requireCwd, withModeOf } from './inherit.ts';
import type { OwnFact, OwnFacts } from './own-facts.ts';
import { fingerprintOf, type PromptQueue } from './prompt-queue.ts';
import { type RunOrders, requireFolder } from './run-orders.ts';
import type { Runs } from './runs.ts';
import { waitForSession } from './wait-for-session.ts';

/** How long the end of a process may take to appear in the log. */
const END_MS = 15_000;
/** How long a stop waits for the SessionEnd hook after the process has ended, if hooks report on the session at all. */
const FINAL_HOOK_MS = 5000;

export interface LifecycleOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly facts: OwnFacts;
  readonly runs: Runs;
  readonly promptQueue: PromptQueue;
  readonly orders: RunOrders;
  readonly creations: CreationStore;
  readonly folders: Pick<FolderTrust, 'isTrusted' | 'rootOf' | 'trust'>;
  readonly defaultDriver: () => StartingDriver;
  /** How headless runs are continued by default. */
  readonly autoContinue: () => AutoContinue | null;
  readonly driver: (name: StartingDriver) => Driver;
  /** Brings the log up to date with the session's transcript. */
  readonly openSession: (sessionId: string) => Promise<void>;
  /** Checks for processes that have started or ended. */
  readonly checkProcesses: () => void;
}

interface Start {
  readonly sessionId: string;
  readonly how: RunOrder['how'];
  readonly cwd: string;
  readonly driver: StartingDriver | undefined;
  readonly choices: RunChoices;
  readonly by: string;
  /** The session that is resumed or copied. */
  readonly source?: SessionState;
}

export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #lock = new KeyedLock();

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  async create(body: NewSession, by: string): Promise<{ sessionId: string; isNew: boolean }> {
    if ([body.resume, body.fork, body.continue].filter(Boolean).length > 1) {
      throw new ReinsError(
        'invalid_request',
        'resume, fork and continue are mutually exclusive. Choose one.',
      );
    }
    const sessionId = body.continue ? this.#newestIn(body.cwd) : (body.session_id ?? randomUUID());
    if (body.resume && !body.session_id) {
      throw new ReinsError('invalid_request', 'resume needs the session_id of the session to resume.');
    }
    return this.#lock.run(sessionId, async () => {
      const fingerprint = fingerprintOf(body);
      if (this.#isRepeated(sessionId, fingerprint)) {
        this.#prompt(sessionId, body.prompt, by, fingerprint);
        return { sessionId, isNew: false };
      }
      if (body.session_id) this.#options.creations.keep(sessionId, fingerprint);
      try {
        await this.#createAs(sessionId, body, by);
      } catch (error) {
        this.#options.creations.forget(sessionId);
        throw error;
      }
      this.#prompt(sessionId, body.prompt, by, fingerprint);
      return { sessionId, isNew: true };
    });
  }

  resume(sessionId: string, { prompt, ...body }: Resume, by: string): Promise<void> {
    return this.#lock.run(sessionId, async () => {
      await this.#resume(sessionId, body, by);
      this.#prompt(sessionId, prompt, by);
    });
  }

  async fork(sourceId: string, { prompt, session_id = randomUUID(), ...body }: Fork, by: string) {
    return this.#lock.run(session_id, async () => {
      await this.#fork(sourceId, session_id, body, by);
      this.#prompt(session_id, prompt, by);
      return session_id;
    });
  }

  takeover(sessionId: string, { force, prompt, ...body }: Takeover, by: string): Promise<void> {
    return this.#lock.run(sessionId, async () => {
      const state = await this.#require(sessionId);
      this.#requireTrust(requireCwd(state), body);
      if (isLive(state)) await this.#endForTakeover(state, force);
      await this.#resume(sessionId, body, by);
      this.#prompt(sessionId, prompt, by);
    });
  }

  /** `by`: the caller, after whose stop the session's open streams end; undefined for a rule. */
  stop(sessionId: string, by?: string): Promise<void> {
    return this.#lock.run(sessionId, async () => {
      const state = await this.#require(sessionId);
      if (isLive(state)) await this.#end(sessionId, this.#requireRun(state));
      if (by !== undefined) this.#options.facts.noteEventually(sessionId, { type: 'session_stopped', by });
    });
  }

  async #createAs(sessionId: string, body: NewSession, by: string): Promise<void> {
    const { session_id: _id, resume, fork, continue: goesOn, prompt: _prompt, ...rest } = body;
    if (resume || goesOn) return this.#resume(sessionId, rest, by);
    if (fork) return this.#fork(fork, sessionId, rest, by);
    const known = this.#options.reader.session(sessionId);
    if (known && (isLive(known) || known.observed.transcript_path)) {
      throw new ReinsError(
        'session_exists',
        `Session ${sessionId} already exists. Resume it, fork it, or leave session_id out for a new one.`,
        { session_id: sessionId },
      );
    }
    const { cwd, driver, ...choices } = rest;
    if (!cwd) throw new ReinsError('invalid_request', 'cwd is missing. Specify the folder to work in.');
    await this.#start({ sessionId, how: 'new', cwd, driver, choices, by });
  }

  async #resume(
    sessionId: string,
    { cwd, driver, ...choices }: Omit<Resume, 'prompt'>,
    by: string,
  ): Promise<void> {
    const state = await this.#require(sessionId);
    this.#requireEnded(state);
    requireTranscript(state);
    await this.#start({
      sessionId,
      how: 'resume',
      cwd: cwd ?? requireCwd(state),
      driver,
      choices,
      by,
      source: state,
    });
  }

  async #fork(sourceId: string, sessionId: string, body: Omit<Fork, 'prompt' | 'session_id'>, by: string) {
    const source = await this.#require(sourceId);
    requireTranscript(source);
    if (this.#options.reader.session(sessionId)) {
      throw new ReinsError(
        'session_exists',
        `Session ${sessionId} already exists. Choose a new id for the fork.`,
      );
    }
    const { before, cwd = requireCwd(source), driver, ...choices } = body;
    const start = { sessionId, cwd, choices, by, source };
    if (before === undefined) return this.#start({ ...start, how: { forkOf: sourceId }, driver });
    if (driver === 'tmux')
      throw new ReinsError('invalid_request', '`before` needs a headless run. Use the driver "stream".');
    await this.#start({ ...start, how: this.#copyBefore(sourceId, before), driver: 'stream' });
  }

  /** Everything before a prompt: nothing if it is the first. Throws `invalid_request`. */
  #copyBefore(sourceId: string, item: string): RunOrder['how'] {
    const prompts = this.#options.reader
      .eventsOfTypes(sourceId, ['prompt_submitted'])
      .filter(({ agent_id }) => agent_id === undefined);
    const prompt = prompts.find((one) => one.item === item);
    if (!prompt)
      throw new ReinsError(
        'invalid_request',
        `Session ${sourceId} has no prompt ${item}. Use the id of one.`,
      );
    const isFirst = prompts.every(({ position = 0 }) => position >= (prompt.position ?? 0));
    const { parent_uuid: upTo } = prompt;
    return isFirst || upTo === undefined ? 'new' : { forkOf: sourceId, upTo };
  }

  async #start({ sessionId, how, cwd, driver: chosen, choices, by, source }: Start): Promise<void> {
    const { orders, facts, runs, defaultDriver, driver } = this.#options;
    this.#requireTrust(cwd, { driver: chosen, trust: choices.trust });
    const order = await orders.write({ sessionId, how, cwd }, source ? withModeOf(source, choices) : choices);
    const name = chosen ?? defaultDriver();
    const before = this.#options.reader.session(sessionId);
    const autonomy = chosenAutonomy(choices, name, this.#options.autoContinue(), before?.autonomy, by);
    const idleEnd = chosenIdleEnd(choices.end_when_idle_seconds, before, by);
    const starter = driver(name);
    const created: OwnFact = {
      type: 'session_created',
      how: typeof how === 'string' ? how : 'fork',
      ...(typeof how !== 'string' && { forked_from: how.forkOf }),
      persists: order.choices.persist ?? true,
      ...(choices.permission_mode && { permission_mode: choices.permission_mode }),
      by,
      observed: observedIn(order),
    };
    facts.note(sessionId, created, ...autonomy, ...idleEnd);
    const settled = runs.expect(sessionId);
    try {
      runs.hold(await starter.start(order));
    } catch (error) {
      const { code, message } = asReinsError(error);
      facts.noteEventually(sessionId, { type: 'start_failed', code, message });
      throw error;
    } finally {
      settled();
    }
  }

  /**
   * In a terminal, Claude Code asks a person before it runs code that a folder contains; elsewhere it does
   * not. Throws `folder_not_trusted`, and `cwd_invalid` if the folder does not exist.
   */
  #requireTrust(cwd: string, { driver, trust }: Pick<Resume, 'driver' | 'trust'>): void {
    const { folders, defaultDriver } = this.#options;
    requireFolder(cwd);
    if (folders.isTrusted(cwd)) return;
    const isAskedThere = trust === 'terminal' && (driver ?? defaultDriver()) === 'tmux';
    if (trust === true) folders.trust(cwd);
    if (trust === true || isAskedThere) return;
    const folder = folders.rootOf(cwd);
    throw new ReinsError(
      'folder_not_trusted',
      `${untrustedText(folder)} If you trust it, repeat this with trust: true, or run "claude" there once and accept its trust dialog.`,
      { folder },
    );
  }

  /** The id is derived from the call, so that a repeated call does not prompt twice. */
  #prompt(sessionId: string, prompt: string | undefined, by: string, fingerprint?: string): void {
    if (prompt === undefined) return;
    const messageId = fingerprint && uuidFrom('prompt', sessionId, fingerprint);
    this.#options.promptQueue.take(sessionId, {
      messageId,
      content: [{ type: 'text', text: prompt }],
      when: 'queue',
      by,
    });
  }

  #isRepeated(sessionId: string, fingerprint: string): boolean {
    const known = this.#options.reader.session(sessionId);
    return (
      this.#options.creations.fingerprintOf(sessionId) === fingerprint && known !== undefined && isLive(known)
    );
  }

  #newestIn(cwd: string | undefined): string {
    if (!cwd)
      throw new ReinsError(
        'invalid_request',
        'continue requires cwd, the folder whose newest session to resume.',
      );
    const { states } = this.#options.reader.sessions({ cwd, limit: 50 });
    const newest = states.find(({ observed }) => observed.transcript_path);
    if (newest) return newest.session_id;
    throw new ReinsError(
      'session_not_found',
      `There is no known session in ${cwd}. Omit continue to start one.`,
    );
  }

  async #endForTakeover(state: SessionState, force: boolean): Promise<void> {
    const run = this.#requireRun(state);
    const lost = await findLosses(state, run);
    if (lost.length > 0 && !force) {
      const words = lost.map(({ description }) => description).join('; ');
      throw new ReinsError(
        'takeover_needs_force',
        `Taking over ends process ${run.pid}. This would lose: ${words}. Repeat the call with force to do it anyway.`,
        { lost, pid: run.pid },
      );
    }
    await this.#end(state.session_id, run);
  }

  async #end(sessionId: string, run: Run): Promise<void> {
    await run.stop();
    this.#options.checkProcesses();
    const isOver = (now: SessionState | undefined) => now === undefined || !isLive(now);
    if (!(await waitForSession(this.#options, sessionId, isOver, END_MS))) {
      throw new ReinsError(
        'run_not_responding',
        `Process ${run.pid} was asked to end but still serves the session. Try again, or end it where it runs.`,
      );
    }
    // Claude Code runs its SessionEnd hook in the background: it may arrive after the process has ended (2.1.325).
    const isFinal = (now: SessionState | undefined) => now?.life?.value !== 'live';
    await waitForSession(this.#options, sessionId, isFinal, FINAL_HOOK_MS);
  }

  #requireRun(state: SessionState): Run {
    const live = liveRuns(state);
    const pids = live.map(({ pid }) => pid);
    if (live.length > 1) {
      throw new ReinsError(
        'session_conflict',
        `Processes ${pids.join(' and ')} serve this session simultaneously. End all but one first.`,
        { pids },
      );
    }
    const run = this.#options.runs.of(state.session_id);
    if (run) return run;
    throw new ReinsError(
      'not_capable',
      pids[0] === undefined
        ? 'The hub does not know the process of this session, so it cannot end it. End it where it runs.'
        : `The hub does not control process ${pids[0]} of this session yet. Try again in a moment, or end it where it runs.`,
    );
  }

  /** Claude Code's list may be a moment old: check the processes themselves. */
  #requireEnded(state: SessionState): void {
    const live = liveRuns(state).find(({ pid, start_mark }) =>
      isListedProcessAlive({ pid, procStart: start_mark || undefined }),
    );
    if (!live && !state.is_starting) return;
    throw new ReinsError(
      'session_live',
      live
        ? `Process ${live.pid} already serves this session. Send prompts to it, take it over, or fork the session.`
        : 'This session is already starting. Wait a moment.',
      live ? { pid: live.pid } : {},
    );
  }

  async #require(sessionId: string): Promise<SessionState> {
    this.#options.checkProcesses();
    await this.#options.openSession(sessionId);
    const state = this.#options.reader.session(sessionId);
    if (!state) throw new ReinsError('session_not_found', `There is no session ${sessionId}.`);
    assertHere(state);
    return state;
  }
}

function requireTranscript({ observed, session_id }: SessionState): void {
  const path = observed.transcript_path?.value;
  if (path && existsSync(path)) return;
  throw new ReinsError(
    'not_resumable',
    `Claude Code no longer has a transcript of session ${session_id}, so it cannot be resumed. You can still read what the hub has recorded.`,
  );
}

function asReinsError(error: unknown): { code: string; message: string } {
  if (error instanceof ReinsError) return error;
  return { code: 'start_failed', message: error instanceof Error ? error.message : String(error) };
}
