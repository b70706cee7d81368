/**
 * Delivers queued prompts to the run that serves the session: `queue` one by one while Claude is idle,
 * `steer` immediately, `now` after an interrupt. A prompt is marked delivered before it is sent, so that it
 * is never sent twice. After that, only proof of acceptance or of loss ends it.
 */
import { driverOf, openInteractions } from '../../core/present-session.ts';
import { deliveredMessages, queuedMessages } from '../../core/reduce-message.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Handover, Run } from '../../drivers/driver.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { EventType } from '../../protocol/events.ts';
import type { Message } from '../../protocol/messages.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { OwnFacts } from './own-facts.ts';
import type { PromptQueue } from './prompt-queue.ts';
import type { Runs } from './runs.ts';
import { waitForSession } from './wait-for-session.ts';

/** How soon to check an obstacle to a prompt again. */
const LOOK_AGAIN_MS = 1000;
/** How long an interrupted turn may take to end. */
const INTERRUPT_MS = 10_000;
/** How long it may take until Claude visibly works on an accepted prompt. */
const TAKEN_MS = 1500;
/** How long a typed prompt may take to be reported by Claude Code. */
const CONFIRM_MS = 30_000;

/** Events after which a prompt may be due. */
const WAKING: ReadonlySet<EventType> = new Set<EventType>([
  'message_queued',
  'message_changed',
  'message_removed',
  'message_accepted',
  'message_failed',
  'activity_changed',
  'turn_finished',
  'run_ended',
  'interaction_opened',
  'interaction_closed',
]);

export interface DispatcherOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly facts: OwnFacts;
  readonly runs: Runs;
  readonly promptQueue: PromptQueue;
  readonly output: HubLog;
  readonly now: Clock;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #jobs = new Map<string, OneAtATime>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Deliveries in progress, by session. */
  readonly #deliveries = new Map<string, Promise<boolean>>();
  /** Messages that this hub, not an earlier one, delivered to each run. */
  readonly #handed = new WeakMap<Run, Set<string>>();
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) if (WAKING.has(event.type)) this.wake(event.session_id);
    });
    options.runs.onChange((sessionId) => this.wake(sessionId));
  }

  /** Checks whether a prompt can be delivered. */
  wake(sessionId: string): void {
    if (this.#isClosed || !this.#hasWork(sessionId)) return;
    let job = this.#jobs.get(sessionId);
    if (!job) {
      job = new OneAtATime(() => this.#work(sessionId));
      this.#jobs.set(sessionId, job);
    }
    job.run().catch((error) => {
      this.#options.output.warn(`Failed to deliver a prompt to session ${sessionId}`, error);
      this.#later(`work:${sessionId}`, LOOK_AGAIN_MS, () => this.wake(sessionId));
    });
  }

  /**
   * Prompts that were delivered before the hub ended and never confirmed: delivered again if that is
   * harmless.
   */
  async settleDelivered(sessionId: string): Promise<void> {
    const { reader, runs } = this.#options;
    const state = reader.session(sessionId);
    const run = runs.of(sessionId);
    for (const message of state ? deliveredMessages(state) : []) {
      // The run existed before this check: it has received the prompt since, and will report it.
      if (run && this.#handed.get(run)?.has(message.message_id)) continue;
      if (run?.canRedeliver) await this.#handOver(run, sessionId, message);
      else if (run) this.#expectConfirmation(run, sessionId, message);
      else this.#fail(sessionId, message, state && driverOf(state) === 'stream' ? RUN_ENDED : UNCONFIRMED);
    }
    this.wake(sessionId);
  }

  /** Resolves when no prompt is being delivered to the run: a stop includes that prompt too. */
  async handedOver(sessionId: string): Promise<void> {
    await this.#deliveries.get(sessionId)?.catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #hasWork(sessionId: string): boolean {
    const state = this.#options.reader.session(sessionId);
    return state !== undefined && queuedMessages(state).length > 0;
  }

  async #work(sessionId: string): Promise<void> {
    const { reader, runs } = this.#options;
    for (;;) {
      const state = reader.session(sessionId);
      const run = runs.of(sessionId);
      if (!state || !run || this.#isClosed || liveRunCount(state) > 1) return;
      const message = nextMessage(state, this.#options.now());
      if (!message) return this.#waitOn(sessionId, state);
      if (message.when === 'now' && !isFree(state, this.#options.now()))
        await this.#interruptFirst(run, sessionId, message);
      const delivery = this.#deliver(run, sessionId, message);
      this.#deliveries.set(sessionId, delivery);
      try {
        if (!(await delivery)) return;
      } finally {
        this.#deliveries.delete(sessionId);
      }
    }
  }

  /** False when something is in the way. */
  async #deliver(run: Run, sessionId: string, message: Message): Promise<boolean> {
    const blockedBy = await run.blockedBy(this.#textsOf(sessionId));
    if (blockedBy !== undefined) return this.#block(sessionId, message, blockedBy);
    // It may have been edited or cancelled during the check, and Claude may have got other work.
    const state = this.#options.reader.session(sessionId);
    const current = state && nextMessage(state, this.#options.now());
    if (current?.message_id !== message.message_id) return true;
    this.#options.facts.note(sessionId, { type: 'message_delivered', message_id: message.message_id });
    return this.#handOver(run, sessionId, current);
  }

  async #handOver(run: Run, sessionId: string, message: Message): Promise<boolean> {
    const { message_id: messageId } = message;
    this.#handed.set(run, (this.#handed.get(run) ?? new Set()).add(messageId));
    let handover: Handover;
    try {
      const content = this.#options.promptQueue.contentOf(messageId);
      handover = await run.deliver({ messageId, content, others: this.#textsOf(sessionId) });
    } catch (error) {
      if (!(error instanceof ReinsError)) throw error;
      if (error.code === 'blocked') {
        return this.#block(sessionId, message, String(error.details?.['blocked_by'] ?? 'unknown'));
      }
      this.#fail(sessionId, message, { code: error.code, message: error.message });
      return true;
    }
    if (!run.canRedeliver) this.#expectConfirmation(run, sessionId, message);
    else if (handover === 'unsure') this.#handOverAgain(run, sessionId, message);
    return true;
  }

  /** Until it arrives, or the run has ended. */
  #handOverAgain(run: Run, sessionId: string, message: Message): void {
    this.#later(`again:${message.message_id}`, LOOK_AGAIN_MS, async () => {
      const isStillIts = this.#options.runs.of(sessionId) === run;
      if (isStillIts && this.#isDelivered(sessionId, message)) await this.#handOver(run, sessionId, message);
    });
  }

  /** Texts that the input box may contain although no one typed them. */
  #textsOf(sessionId: string): string[] {
    const messages = this.#options.reader.session(sessionId)?.messages ?? {};
    return Object.values(messages).map(({ text }) => text);
  }

  #isDelivered(sessionId: string, { message_id }: Message): boolean {
    return this.#options.reader.session(sessionId)?.messages[message_id]?.state === 'delivered';
  }

  /** While Claude waits for a person, queued prompts wait too, and show the reason. */
  #waitOn(sessionId: string, state: SessionState): void {
    const [next] = queuedMessages(state);
    if (next && openInteractions(state).length > 0) this.#noteBlock(sessionId, next, 'interaction');
    if (isJustTaken(state, this.#options.now()))
      this.#later(`work:${sessionId}`, TAKEN_MS, () => this.wake(sessionId));
  }

  #noteBlock(sessionId: string, { message_id }: Message, blockedBy: string): void {
    const known = this.#options.reader.session(sessionId)?.messages[message_id];
    if (known?.state !== 'delivered' && known?.blocked_by === blockedBy) return;
    this.#options.facts.noteEventually(sessionId, {
      type: 'message_blocked',
      message_id,
      blocked_by: blockedBy,
    });
  }

  #block(sessionId: string, message: Message, blockedBy: string): false {
    this.#noteBlock(sessionId, message, blockedBy);
    this.#later(`work:${sessionId}`, LOOK_AGAIN_MS, () => this.wake(sessionId));
    return false;
  }

  async #interruptFirst(run: Run, sessionId: string, { by }: Message): Promise<void> {
    this.#options.facts.note(sessionId, { type: 'interrupt_requested', by });
    await run.interrupt();
    const isIdle = (state: SessionState | undefined) => state === undefined || !isBusy(state);
    await waitForSession(this.#options, sessionId, isIdle, INTERRUPT_MS);
  }

  /** Text typed into a terminal is reported by hook or transcript. If it is not, its fate is unknown. */
  #expectConfirmation(run: Run, sessionId: string, message: Message): void {
    this.#later(`confirm:${message.message_id}`, CONFIRM_MS, async () => {
      const isUnsent = await run.isUnsent?.(message.text).catch(() => false);
      if (this.#isDelivered(sessionId, message)) {
        this.#fail(sessionId, message, isUnsent ? NOT_SENT : UNCONFIRMED);
      }
    });
  }

  #fail(sessionId: string, { message_id }: Message, error: { code: string; message: string }): void {
    this.#options.facts.noteEventually(sessionId, { type: 'message_failed', message_id, ...error });
  }

  /** Retried after a failure, for example while the log cannot be written. */
  #later(name: string, ms: number, act: () => unknown): void {
    clearTimeout(this.#timers.get(name));
    const timer = setTimeout(async () => {
      this.#timers.delete(name);
      try {
        if (!this.#isClosed) await act();
      } catch (error) {
        if (this.#isClosed) return;
        this.#options.output.warn('Failed to check prompts; trying again', error);
        this.#later(name, LOOK_AGAIN_MS, act);
      }
    }, ms);
    this.#timers.set(name, timer.unref());
  }
}

const UNCONFIRMED = {
  code: 'unconfirmed',
  message:
    'The prompt was sent, but Claude Code did not confirm it. Check the session before you send it again.',
};
const NOT_SENT = {
  code: 'not_sent',
  message:
    'The prompt is in the input box of the terminal but was not sent. Press Enter there, or send it again.',
};
const RUN_ENDED = {
  code: 'run_ended',
  message: 'Claude Code ended before it accepted the prompt. Resume the session and send it again.',
};

/**
 * Interrupting prompts first, then steering ones, then the queue: one at a time, while Claude has no other
 * work.
 */
function nextMessage(state: SessionState, now: number): Message | undefined {
  const queued = queuedMessages(state);
  const urgent = queued.find(({ when }) => when === 'now') ?? queued.find(({ when }) => when === 'steer');
  return urgent ?? (isFree(state, now) ? queued[0] : undefined);
}

function isFree(state: SessionState, now: number): boolean {
  const hasWork = isBusy(state) || isJustTaken(state, now) || deliveredMessages(state).length > 0;
  return !hasWork && openInteractions(state).length === 0;
}

function isBusy({ activity }: SessionState): boolean {
  const now = activity?.value.now;
  return now === 'working' || now === 'waiting';
}

/**
 * A prompt was accepted a moment ago, and the session's state since is unknown: the hook reports the prompt
 * before the list of live sessions shows the work.
 */
function isJustTaken({ messages, activity }: SessionState, now: number): boolean {
  const taken = Object.values(messages).flatMap(({ state, ended_at }) =>
    state === 'accepted' && ended_at !== undefined ? [Date.parse(ended_at)] : [],
  );
  const last = Math.max(0, ...taken);
  const isRecent = last <= now && now - last < TAKEN_MS;
  return isRecent && (activity?.at ?? 0) <= last;
}

function liveRunCount({ runs }: SessionState): number {
  return Object.values(runs).filter(({ ended_at }) => ended_at === undefined).length;
}
