/**
 * Steers sessions: starts, prompts, changes and ends them. Connects lifecycle, promptQueue, dispatcher and
 * the drivers, and at its start adopts what an earlier hub left behind. Has no knowledge of HTTP.
 */
import { RunEnvironment } from '../../claude/run-environment.ts';
import { isLive } from '../../core/present-session.ts';
import { readContent } from '../../core/read-content.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Driver, Run, RunReports } from '../../drivers/driver.ts';
import type { RunTerminal } from '../../drivers/run-terminal.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { Model, SlashCommand } from '../../protocol/completion.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type {
  ContentBlock,
  Message,
  MessageAnswer,
  MessagePatch,
  MessageWhen,
  NewMessage,
} from '../../protocol/messages.ts';
import type { PermissionRule } from '../../protocol/permission-rules.ts';
import type { Capability } from '../../protocol/session.ts';
import type {
  Fork,
  NewSession,
  Resume,
  Screen,
  SessionPatch,
  StartingDriver,
  Takeover,
  TerminalAccess,
} from '../../protocol/steering.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import { CreationStore, MessageStore } from '../../store/messages.ts';
import type { Database } from '../../store/sqlite.ts';
import { assertCanBeWoken } from '../relay/relay-limits.ts';
import { watchAcceptance } from './acceptance.ts';
import { assertHere, assertReachable, assertTakes } from './admission.ts';
import { AutoContinuer } from './auto-continuer.ts';
import { checkCommand } from './check-command.ts';
import { Dispatcher } from './dispatcher.ts';
import { IdleEnd } from './idle-end.ts';
import { Lifecycle, type LifecycleOptions } from './lifecycle.ts';
import { watchLogins } from './login-warning.ts';
import { MessageEnds } from './message-ends.ts';
import { OwnFacts } from './own-facts.ts';
import { PromptQueue } from './prompt-queue.ts';
import { type OrderOptions, RunOrders } from './run-orders.ts';
import { type ForeignProcess, Runs } from './runs.ts';

export interface SteeringOptions
  extends Pick<
    LifecycleOptions,
    'folders' | 'defaultDriver' | 'autoContinue' | 'openSession' | 'checkProcesses'
  > {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly database: Database;
  readonly output: HubLog;
  readonly now: Clock;
  readonly orders: OrderOptions;
  readonly drivers: (reports: RunReports) => Readonly<Record<StartingDriver, Driver>>;
  readonly takeUp: (process: ForeignProcess, reports: RunReports) => Promise<Run>;
  /** Records the output of runs. */
  readonly intake: Pick<RunReports, 'line' | 'takenUpTo'> & { forget(run: Run): void };
}

export type { RunTerminal, TerminalView } from '../../drivers/run-terminal.ts';

/** How soon prompts are checked again after a failure, for example because the log cannot be written. */
const SETTLE_AGAIN_MS = 1000;

/** Starts, prompts, changes and ends sessions. `by` names the caller. Calls throw ReinsError. */
export class Steering {
  readonly #options: SteeringOptions;
  readonly #facts: OwnFacts;
  readonly #messages: MessageStore;
  readonly #promptQueue: PromptQueue;
  readonly #runs: Runs;
  readonly #dispatcher: Dispatcher;
  readonly #lifecycle: Lifecycle;
  readonly #continuer: AutoContinuer;
  readonly #idleEnd: IdleEnd;
  readonly #ends: MessageEnds;
  readonly #drivers: Readonly<Record<StartingDriver, Driver>>;
  readonly #stopWatching: readonly (() => void)[];
  #isClosed = false;

  constructor(options: SteeringOptions) {
    this.#options = options;
    const { log, reader, database, output, now, intake } = options;
    this.#facts = new OwnFacts({ log, now, output });
    this.#messages = new MessageStore(database);
    const common = { log, reader, output, facts: this.#facts };
    this.#promptQueue = new PromptQueue({ ...common, store: this.#messages });
    const reports: RunReports = {
      line: (run, line) => intake.line(run, line),
      takenUpTo: (runId) => intake.takenUpTo(runId),
      ended: (run) => {
        this.#runs.release(run, 'exited');
        intake.forget(run);
      },
      warning: (run, code, message) => this.#warn(run, code, message),
    };
    this.#ends = new MessageEnds({ ...common, readTranscript: options.openSession });
    this.#runs = new Runs({ ...common, takeUp: (process) => options.takeUp(process, reports) });
    this.#stopWatching = [
      watchAcceptance(common),
      watchLogins({ log, runOf: (sessionId) => this.#runs.of(sessionId), warn: reports.warning }),
    ];
    this.#dispatcher = new Dispatcher({ ...common, now, runs: this.#runs, promptQueue: this.#promptQueue });
    this.#drivers = options.drivers(reports);
    this.#runs.onChange((sessionId) => {
      if (!this.#runs.of(sessionId)) void this.#settle(sessionId);
    });
    const environment = new RunEnvironment(options.orders.env);
    this.#continuer = new AutoContinuer({
      ...common,
      promptQueue: this.#promptQueue,
      check: async (command, cwd, signal) =>
        checkCommand({ command, cwd, signal, env: await environment.read() }),
    });
    this.#lifecycle = new Lifecycle({
      ...options,
      ...common,
      runs: this.#runs,
      promptQueue: this.#promptQueue,
      orders: new RunOrders(options.orders),
      creations: new CreationStore(database),
      driver: (name) => this.#drivers[name],
    });
    this.#idleEnd = new IdleEnd({ ...common, stop: (sessionId, by) => this.#lifecycle.stop(sessionId, by) });
  }

  /** Adopts live runs, and settles the prompts that an earlier hub left in progress. */
  async adoptEarlier(): Promise<void> {
    const { output, reader } = this.#options;
    for (const driver of Object.values(this.#drivers)) {
      try {
        for (const run of await driver.reattach()) this.#runs.hold(run);
      } catch (error) {
        output.warn(`Failed to adopt earlier ${driver.name} runs`, error);
      }
    }
    await this.#runs.adoptLive();
    for (const { session_id, is_starting } of reader.liveSessions()) {
      if (is_starting && !this.#runs.of(session_id)) this.#facts.noteEventually(session_id, START_LOST);
    }
    for (const sessionId of this.#messages.sessionsWithPending()) await this.#settle(sessionId);
    this.#continuer.adoptEarlier();
    this.#idleEnd.adoptEarlier();
    for (const { session_id } of reader.liveSessions()) this.#ends.takeUp(session_id);
  }

  /** Reports the ends of turns that no hub has reported yet. */
  reportEarlierTurns(sessionId: string): void {
    this.#ends.takeUp(sessionId);
  }

  /** `isNew` is false if an identical call created the session before. */
  create(body: NewSession, by: string): Promise<{ sessionId: string; isNew: boolean }> {
    return this.#lifecycle.create(body, by);
  }

  resume(sessionId: string, body: Resume, by: string): Promise<void> {
    return this.#lifecycle.resume(sessionId, body, by);
  }

  /** Resolves with the id of the copy. */
  fork(sessionId: string, body: Fork, by: string): Promise<string> {
    return this.#lifecycle.fork(sessionId, body, by);
  }

  takeover(sessionId: string, body: Takeover, by: string): Promise<void> {
    return this.#lifecycle.takeover(sessionId, body, by);
  }

  /** Resolves once the process is gone and its last facts are in the log. */
  stop(sessionId: string, by?: string): Promise<void> {
    return this.#lifecycle.stop(sessionId, by);
  }

  async change(
    sessionId: string,
    { name, model, permission_mode, relay, end_when_idle_seconds: seconds, ...marks }: SessionPatch,
    by: string,
  ): Promise<void> {
    if (Object.values(marks).some((mark) => mark !== undefined))
      this.#facts.note(sessionId, { type: 'session_marked', ...marks, by });
    // Marks do not need the transcript: many sessions may be archived one after another.
    if ([name, model, permission_mode, relay, seconds].every((one) => one === undefined)) return;
    const state = await this.#require(sessionId);
    const describe = (observed: Record<string, string | number>) =>
      this.#facts.note(sessionId, { type: 'session_described', fields: Object.keys(observed), observed });
    if (model !== undefined) {
      await this.#capable(state, 'set_model').setModel(model);
      describe({ model });
    }
    if (permission_mode !== undefined) {
      await this.#capable(state, 'set_mode').setPermissionMode(permission_mode);
      describe({ permission_mode });
    }
    if (name !== undefined) {
      const run = this.#runs.of(sessionId);
      if (run?.capabilities.includes('prompt')) await run.rename(name);
      describe({ title: name, title_rank: 3 });
    }
    if (relay) {
      assertHere(state);
      assertCanBeWoken(state);
    }
    if (relay !== undefined) this.#facts.note(sessionId, { type: 'relay_switched', on: relay, by });
    if (seconds !== undefined) this.#facts.note(sessionId, { type: 'idle_end_chosen', seconds, by });
  }

  /** Also stops a prompt that is being delivered. */
  async interrupt(sessionId: string, by: string): Promise<void> {
    const run = this.#capable(await this.#require(sessionId), 'interrupt');
    await this.#dispatcher.handedOver(sessionId);
    this.#facts.note(sessionId, { type: 'interrupt_requested', by });
    await run.interrupt();
  }

  /**
   * Resolves once the message is durable. Refuses content that Claude cannot process, see
   * core/read-content.ts.
   */
  async send(sessionId: string, message: NewMessage, by: string): Promise<MessageAnswer> {
    const content = readContent(message);
    const state = await this.#require(sessionId);
    const kept = message.message_id && this.#messages.find(message.message_id);
    // A retry of a queued message gets the same reply, whatever the session's state.
    if (!kept) this.#requirePromptable(state, content, message.when);
    const { message_id: messageId, when } = message;
    const answer = this.#promptQueue.take(sessionId, { messageId, content, when, by });
    return { ...answer, ...(this.#isRelayed(sessionId) && { relayed: true }) };
  }

  queue(sessionId: string): Message[] {
    return this.#promptQueue.list(sessionId);
  }

  changeMessage(sessionId: string, messageId: string, patch: MessagePatch, by: string): Message {
    const run = this.#runs.of(sessionId);
    if (run && patch.when) assertTakes(run, [], patch.when);
    return this.#promptQueue.change(sessionId, messageId, patch, by);
  }

  removeMessage(sessionId: string, messageId: string, by: string): Message {
    return this.#promptQueue.remove(sessionId, messageId, by);
  }

  async screen(sessionId: string): Promise<Screen> {
    return this.#capable(await this.#require(sessionId), 'terminal').screen();
  }

  /** Slash commands of the session. Empty if its run does not report them. */
  async commands(sessionId: string): Promise<readonly SlashCommand[]> {
    return (await this.#runs.of(sessionId)?.commands?.()) ?? [];
  }

  /** The models to choose from. Empty if its run does not report them. */
  async models(sessionId: string): Promise<readonly Model[]> {
    return (await this.#runs.of(sessionId)?.models?.()) ?? [];
  }

  /** Claude Code's own list of its permission rules. Undefined if the run does not report it. */
  async permissionRules(sessionId: string): Promise<readonly PermissionRule[] | undefined> {
    return this.#runs.of(sessionId)?.permissionRules?.();
  }

  /** The terminal itself, for display in another place. */
  runTerminal(sessionId: string): RunTerminal {
    const state = this.#options.reader.session(sessionId);
    if (!state) throw notFound(sessionId);
    const { terminal } = this.#capable(state, 'terminal');
    if (terminal) return terminal;
    throw new ReinsError('not_capable', 'The terminal of this session cannot be displayed here.');
  }

  terminal(sessionId: string): TerminalAccess {
    const state = this.#options.reader.session(sessionId);
    if (!state) throw notFound(sessionId);
    return { command: [...this.#capable(state, 'terminal').terminalCommand()] };
  }

  /** The way to answer control requests of the run that serves the session, if it speaks that protocol. */
  responder(sessionId: string): Run['respond'] | undefined {
    const run = this.#runs.of(sessionId);
    return run?.respond && ((requestId, response) => run.respond?.(requestId, response) ?? Promise.resolve());
  }

  /** The dialogs of the session's terminal, if there is one that can be typed into. */
  dialogs(sessionId: string): Run['dialogs'] {
    return this.#runs.of(sessionId)?.dialogs;
  }

  /** Called with a session whenever a run starts or stops serving it. */
  onRunChange(listener: (sessionId: string) => void): void {
    this.#runs.onChange(listener);
  }

  /** Sessions continue without the hub. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ends.close();
    this.#facts.close();
    this.#continuer.close();
    this.#idleEnd.close();
    this.#dispatcher.close();
    for (const stop of this.#stopWatching) stop();
    this.#promptQueue.close();
    this.#runs.close();
    await Promise.all(Object.values(this.#drivers).map((driver) => driver.close()));
  }

  async #settle(sessionId: string): Promise<void> {
    if (this.#isClosed) return;
    try {
      // A prompt may have reached the transcript without a report.
      await this.#options.openSession(sessionId);
      await this.#dispatcher.settleDelivered(sessionId);
    } catch (error) {
      if (this.#isClosed) return;
      this.#options.output.warn(`Failed to settle the prompts of session ${sessionId}; trying again`, error);
      setTimeout(() => void this.#settle(sessionId), SETTLE_AGAIN_MS).unref();
    }
  }

  #warn(run: Run, code: string, message: string): void {
    this.#facts.noteEventually(this.#runs.sessionOf(run), { type: 'warning_raised', code, message });
  }

  async #require(sessionId: string): Promise<SessionState> {
    await this.#options.openSession(sessionId);
    const state = this.#options.reader.session(sessionId);
    if (!state) throw notFound(sessionId);
    return state;
  }

  #requirePromptable(state: SessionState, content: readonly ContentBlock[], when: MessageWhen): void {
    assertHere(state);
    assertReachable(state);
    if (state.is_starting) return;
    const run = this.#isRelayed(state.session_id)
      ? this.#capable(state, 'relay')
      : this.#capable(state, 'prompt');
    assertTakes(run, content, when);
  }

  #isRelayed(sessionId: string): boolean {
    return this.#runs.of(sessionId)?.capabilities.includes('relay') ?? false;
  }

  #capable(state: SessionState, capability: Capability): Run {
    const run = this.#runs.of(state.session_id);
    if (run?.capabilities.includes(capability)) return run;
    assertHere(state);
    if (!isLive(state)) {
      throw new ReinsError('session_ended', 'The session has ended. Resume it first.', {
        session_id: state.session_id,
      });
    }
    throw new ReinsError(
      'not_capable',
      NOT_CAPABLE[capability] ?? `This session's driver does not support "${capability}".`,
      {
        capability,
      },
    );
  }
}

const START_LOST = {
  type: 'start_failed',
  code: 'hub_ended',
  message: 'The hub stopped while it was starting this session. Start it again.',
} as const;

const NOT_CAPABLE: { readonly [C in Capability]?: string } = {
  prompt:
    'This session runs in a terminal that the hub cannot type into. Take it over, relay messages to it (`reins send --relay`), or start it inside tmux or with `reins new`.',
  interrupt: 'This session runs in a terminal that the hub cannot reach. Press Esc there, or take it over.',
  terminal: 'This session has no terminal that the hub can display.',
};

function notFound(sessionId: string): ReinsError {
  return new ReinsError('session_not_found', `There is no session ${sessionId}.`);
}
