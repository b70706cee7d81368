/**
 * The runs that the hub controls, and which session each serves. The hub's own runs come from a driver; a
 * process that a person started is adopted as soon as the log reports it. A session's capabilities are logged
 * whenever they change.
 */
import { isEqual } from '../../core/same-fact.ts';
import type { Run } from '../../drivers/driver.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { OwnFacts } from './own-facts.ts';

/** A process that the hub did not start. */
export interface ForeignProcess {
  readonly sessionId: string;
  readonly pid: number;
  readonly startMark: string;
  readonly tmuxPane?: string;
}

export interface RunsOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly facts: OwnFacts;
  readonly output: HubLog;
  /** The capabilities of a process that the hub did not start. */
  readonly takeUp: (process: ForeignProcess) => Promise<Run>;
}

export type RunListener = (sessionId: string) => void;

export class Runs {
  readonly #options: RunsOptions;
  readonly #runs = new Map<string, { readonly run: Run; sessionId: string }>();
  /** The hub's own processes that are being started: they must not be adopted as foreign ones. */
  readonly #starting = new Set<string>();
  readonly #listeners = new Set<RunListener>();
  readonly #stopListening: () => void;

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type === 'run_started') void this.#onStart(event);
        else if (event.type === 'run_ended') this.#onEnd(event);
        else if (event.type === 'relay_switched') this.#onRelay(event.session_id);
      }
    });
  }

  /** The run that serves the session. */
  of(sessionId: string): Run | undefined {
    for (const held of this.#runs.values()) if (held.sessionId === sessionId) return held.run;
    return undefined;
  }

  sessionOf(run: Run): string {
    return this.#runs.get(run.runId)?.sessionId ?? run.sessionId;
  }

  /** Called with a session whenever a run starts or stops serving it. */
  onChange(listener: RunListener): void {
    this.#listeners.add(listener);
  }

  /** Between these two calls the session's process is the hub's, although the hub does not control it yet. */
  expect(sessionId: string): () => void {
    this.#starting.add(sessionId);
    return () => this.#starting.delete(sessionId);
  }

  /** Adopts a run. */
  hold(run: Run): void {
    const { pid, startMark: start_mark } = run;
    const sessionId = this.#servedBy(pid, start_mark) ?? run.sessionId;
    this.#runs.set(run.runId, { run, sessionId });
    const known = this.#options.reader.session(sessionId)?.runs[`${pid}:${start_mark}`];
    if (!known || known.ended_at !== undefined) {
      this.#options.facts.noteEventually(sessionId, { type: 'run_started', pid, start_mark });
    }
    this.#reportControl(sessionId, run);
  }

  /** The process is gone. */
  release(run: Run, reason: 'exited' | 'killed'): void {
    const sessionId = this.sessionOf(run);
    if (!this.#runs.delete(run.runId)) return;
    const { pid, startMark: start_mark } = run;
    const known = this.#options.reader.session(sessionId)?.runs[`${pid}:${start_mark}`];
    if (known?.ended_at === undefined) {
      this.#options.facts.noteEventually(sessionId, { type: 'run_ended', pid, start_mark, reason });
    }
    this.#report(sessionId);
  }

  /** Adopts processes that are older than this hub and not controlled by anyone yet. */
  async adoptLive(): Promise<void> {
    for (const state of this.#options.reader.liveSessions()) {
      for (const { pid, start_mark, ended_at, tmux_pane } of Object.values(state.runs)) {
        if (ended_at === undefined) await this.#takeUp(state.session_id, pid, start_mark, tmux_pane);
      }
    }
  }

  close(): void {
    this.#stopListening();
  }

  async #onStart({ session_id, pid, start_mark, tmux_pane }: ReinsEvent<'run_started'>): Promise<void> {
    const held = [...this.#runs.values()].find(({ run }) => run.pid === pid && run.startMark === start_mark);
    if (!held) return this.#takeUp(session_id, pid, start_mark, tmux_pane);
    const before = held.sessionId;
    held.sessionId = session_id;
    this.#reportControl(session_id, held.run);
    if (before !== session_id) this.#report(before);
  }

  #onEnd({ pid, start_mark, reason }: ReinsEvent<'run_ended'>): void {
    if (reason === 'moved') return;
    for (const { run } of this.#runs.values()) {
      if (run.pid === pid && run.startMark === start_mark) this.release(run, reason);
    }
  }

  /** The capabilities of a session in a terminal depend on it. */
  #onRelay(sessionId: string): void {
    const run = this.of(sessionId);
    if (run) this.#reportControl(sessionId, run);
  }

  async #takeUp(sessionId: string, pid: number, startMark: string, tmuxPane?: string): Promise<void> {
    const isHeld = () => [...this.#runs.values()].some(({ run }) => run.pid === pid);
    if (this.#starting.has(sessionId) || isHeld()) return;
    try {
      const run = await this.#options.takeUp({ sessionId, pid, startMark, ...(tmuxPane && { tmuxPane }) });
      const state = this.#options.reader.session(sessionId);
      const isOver = state?.runs[`${pid}:${startMark}`]?.ended_at !== undefined;
      if (!isHeld() && !isOver) this.hold(run);
    } catch (error) {
      this.#options.output.warn(`Failed to adopt process ${pid} of session ${sessionId}`, error);
    }
  }

  #reportControl(sessionId: string, { driver, capabilities }: Run): void {
    const known = this.#options.reader.session(sessionId)?.control?.value;
    const now = { driver, capabilities: [...capabilities] };
    if (!isEqual(known, now))
      this.#options.facts.noteEventually(sessionId, { type: 'control_changed', ...now });
    this.#report(sessionId);
  }

  #servedBy(pid: number, startMark: string): string | undefined {
    const isServing = (run: { ended_at?: number } | undefined) =>
      run !== undefined && run.ended_at === undefined;
    return this.#options.reader.liveSessions().find(({ runs }) => isServing(runs[`${pid}:${startMark}`]))
      ?.session_id;
  }

  #report(sessionId: string): void {
    for (const listener of this.#listeners) listener(sessionId);
  }
}
