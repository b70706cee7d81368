/**
 * Dialogs that no hook has told of: Claude Code's list of live sessions says that a session waits for a person, and no ask
 * of it is open. That is so where no hooks are installed, when the hub was away for long, and for the dialog of auto mode.
 * The call is found in the transcript and, where the terminal can be seen, by what is on the screen.
 */
import type { Draft } from '../core/draft.ts';
import { reliable } from '../core/observe.ts';
import type { SessionState } from '../core/session-state.ts';
import type { RunDialogs } from '../drivers/driver.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { findWaitingCalls, type WaitingAsk } from './find-waiting-calls.ts';
import { type FlagAsk, flagOpening } from './flag-opening.ts';

export interface UnaskedDialogsOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly now: Clock;
  /** The session's terminal, where it can be seen. */
  readonly dialogs: (sessionId: string) => RunDialogs | undefined;
  /** Makes sure that the log holds what the transcript holds. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
  readonly flag: FlagAsk;
}

/** How long a hook may take to tell of the dialog itself. */
const GRACE_MS = 1200;
/** A hook that lost its hub comes back within a second or two. */
const START_GRACE_MS = 3500;
/** How long an answer may be on its way to the dialog. */
const ON_ITS_WAY_MS = 15_000;
/** How long the status may still tell of a dialog that was answered. */
const LATE_STATUS_MS = 3000;
/** What Claude Code calls the waiting that a person's answer ends; other dialogs are not about Claude's work. */
const ASKS_FOR: ReadonlySet<string> = new Set(['permission prompt', 'input needed']);

export class UnaskedDialogs {
  readonly #options: UnaskedDialogsOptions;
  readonly #stopListening: () => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: UnaskedDialogsOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type !== 'activity_changed' || event.activity !== 'waiting') continue;
        this.#lookIn(GRACE_MS, event.session_id);
      }
    });
  }

  /** Looks at the sessions that were waiting before this hub began. */
  lookAtAll(): void {
    for (const { session_id } of this.#options.reader.liveSessions()) {
      this.#lookIn(START_GRACE_MS, session_id);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopListening();
  }

  #lookIn(ms: number, sessionId: string): void {
    const since = this.#waitingSince(sessionId);
    if (since === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#look(sessionId, since).catch((error) => {
        if (this.#isClosed) return;
        this.#options.output.warn(`The dialog of session ${sessionId} could not be looked at`, error);
      });
    }, ms);
    this.#timers.add(timer.unref());
  }

  async #look(sessionId: string, since: number): Promise<void> {
    if (!this.#isUntold(sessionId, since)) return;
    await this.#options.readTranscript(sessionId);
    const state = this.#options.reader.session(sessionId);
    if (!state) return;
    const dialogs = this.#options.dialogs(sessionId);
    // What it was sent it reads when it goes on, and then the screen tells.
    if (dialogs?.isAway()) return this.#lookIn(ON_ITS_WAY_MS, sessionId);
    const sent = Object.values(state.interactions).find(({ answer }) => answer?.applied === 'sent');
    const left = this.#quietFor(sessionId);
    if (left > 0) return this.#lookIn(left, sessionId);
    const isLost = sent?.answer?.route === 'keys' && (await dialogs?.shows(sent));
    const draft =
      isLost && sent ? reopened(sent, this.#options.now()) : await this.#opening(state, since, dialogs);
    if (!draft || this.#isClosed || !this.#isUntold(sessionId, since)) return;
    // Its hook may have come, and been answered, while we looked.
    const leftNow = isLost ? 0 : this.#quietFor(sessionId);
    if (leftNow > 0) return this.#lookIn(leftNow, sessionId);
    const drafts = flagOpening([draft], sessionId, this.#options.flag);
    this.#options.log.append([{ sessionId, drafts }]);
  }

  /** For how long the dialog on the screen may still be that of an ask which is over. */
  #quietFor(sessionId: string): number {
    const { interactions = {} } = this.#options.reader.session(sessionId) ?? {};
    const until = Math.max(0, ...Object.values(interactions).map(quietUntil));
    return Math.min(until - this.#options.now(), ON_ITS_WAY_MS);
  }

  async #opening(state: SessionState, since: number, dialogs: RunDialogs | undefined): Promise<Draft> {
    const ask = await this.#identify(state, dialogs);
    const id = uuidFrom('dialog', state.session_id, String(since), ask.tool_use_id ?? '');
    const cwd = reliable(state.observed.cwd);
    const permission_mode = reliable(state.observed.permission_mode);
    return {
      type: 'interaction_opened',
      source: 'registry',
      // The waiting and the ask began together: the end of the one is the end of the other.
      at: since,
      key: `ask:${id}`,
      interaction_id: id,
      ...ask,
      suggestions: [],
      routes: dialogs ? ['keys'] : [],
      without_hook: true,
      ...(cwd && { cwd }),
      ...(permission_mode && { permission_mode }),
    };
  }

  async #identify(state: SessionState, dialogs: RunDialogs | undefined): Promise<WaitingAsk> {
    const waitingFor = state.activity?.value.waiting_for;
    const calls = findWaitingCalls(this.#options.reader, state, waitingFor);
    const shown = await dialogs?.shown();
    for (const call of calls) {
      if (!(await dialogs?.shows({ ...call, suggestions: [] }))) continue;
      // Claude Code takes a plan from its file, so that the call itself may be empty.
      const isEmpty = call.kind === 'plan' && call.input['plan'] === undefined;
      return isEmpty ? { ...call, input: { ...call.input, ...shown?.input } } : call;
    }
    if (shown && shown.kind !== 'plan') return shown;
    const [only, ...more] = calls;
    if (only && more.length === 0) return only;
    return { kind: waitingFor === 'input needed' ? 'elicitation' : 'permission', input: {} };
  }

  /** When the session began to wait for an answer; undefined when it does not. */
  #waitingSince(sessionId: string): number | undefined {
    const { activity, control } = this.#options.reader.session(sessionId) ?? {};
    // A stream run asks through its own protocol.
    if (activity?.value.now !== 'waiting' || control?.value.driver === 'stream') return undefined;
    return ASKS_FOR.has(activity.value.waiting_for ?? '') ? activity.at : undefined;
  }

  #isUntold(sessionId: string, since: number): boolean {
    const { interactions = {} } = this.#options.reader.session(sessionId) ?? {};
    const isTold = Object.values(interactions).some(({ state }) => state === 'open');
    return !isTold && this.#waitingSince(sessionId) === since;
  }
}

/** Until when the dialog on the screen may be that of an ask which is over. */
function quietUntil({ closed_at, answer }: Interaction): number {
  if (closed_at === undefined) return 0;
  return Date.parse(closed_at) + (answer?.applied === 'sent' ? ON_ITS_WAY_MS : LATE_STATUS_MS);
}

function reopened({ id, agent_id }: Interaction, at: number): Draft {
  return {
    type: 'interaction_reopened',
    source: 'driver',
    at,
    interaction_id: id,
    reason: 'The terminal still shows its dialog',
    routes: ['keys'],
    ...(agent_id && { agent_id }),
  };
}
