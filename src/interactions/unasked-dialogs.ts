/**
 * Dialogs that no hook has told of: Claude Code's list of live sessions says that a session waits for a person, and no ask
 * of it is open. That is so where no hooks are installed, when the hub was away for long, and for the dialog of auto mode.
 * The call is found in the transcript and, where the terminal can be seen, by what is on the screen.
 */
import { reliable } from '../core/observe.ts';
import type { SessionState } from '../core/session-state.ts';
import type { RunDialogs } from '../drivers/driver.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { LogReader } from '../store/log-reader.ts';
import { findWaitingCalls, type WaitingAsk } from './find-call.ts';
import type { InteractionLog } from './interaction-log.ts';
import type { FindDialogs } from './routes/keys-route.ts';
import type { Schedule } from './schedule.ts';

export interface UnaskedDialogsOptions {
  readonly interactions: InteractionLog;
  readonly reader: LogReader;
  readonly schedule: Schedule;
  readonly output: HubLog;
  readonly now: Clock;
  readonly findDialogs: FindDialogs;
  /** Makes sure that the log holds what the transcript holds. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
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

  constructor(options: UnaskedDialogsOptions) {
    this.#options = options;
  }

  /** The session waits for a person from now on. */
  onWaiting(sessionId: string): void {
    this.#lookIn(GRACE_MS, sessionId);
  }

  /** Looks at the sessions that were waiting before this hub began. */
  lookAtAll(): void {
    for (const { session_id } of this.#options.reader.liveSessions()) {
      this.#lookIn(START_GRACE_MS, session_id);
    }
  }

  #lookIn(ms: number, sessionId: string): void {
    const { schedule, output } = this.#options;
    const since = this.#waitingSince(sessionId);
    if (since === undefined) return;
    schedule.after(ms, () => {
      this.#look(sessionId, since).catch((error) => {
        if (!schedule.isClosed) output.warn(`Failed to look at the dialog of session ${sessionId}`, error);
      });
    });
  }

  async #look(sessionId: string, since: number): Promise<void> {
    if (!this.#isUntold(sessionId, since)) return;
    await this.#options.readTranscript(sessionId);
    const { reader, interactions, findDialogs } = this.#options;
    const state = reader.session(sessionId);
    if (!state) return;
    const dialogs = findDialogs(sessionId);
    // What it was sent it reads when it goes on, and then the screen tells.
    if (dialogs?.isAway()) return this.#lookIn(ON_ITS_WAY_MS, sessionId);
    const sent = Object.values(state.interactions).find(({ answer }) => answer?.applied === 'sent');
    const left = this.#quietFor(sessionId);
    if (left > 0) return this.#lookIn(left, sessionId);
    if (sent?.answer?.route === 'keys' && (await dialogs?.shows(sent))) {
      const reason = 'The terminal still shows its dialog';
      if (this.#isUntold(sessionId, since)) interactions.apply(sent, { type: 'not_taken', reason });
      return;
    }
    const ask = await this.#identify(state, dialogs);
    if (!this.#isUntold(sessionId, since)) return;
    // Its hook may have come, and been answered, while we looked.
    const leftNow = this.#quietFor(sessionId);
    if (leftNow > 0) return this.#lookIn(leftNow, sessionId);
    this.#open(state, ask, since);
  }

  /** For how long the dialog on the screen may still be that of an ask which is over. */
  #quietFor(sessionId: string): number {
    const { interactions = {} } = this.#options.reader.session(sessionId) ?? {};
    const until = Math.max(0, ...Object.values(interactions).map(quietUntil));
    return Math.min(until - this.#options.now(), ON_ITS_WAY_MS);
  }

  #open({ session_id: sessionId, observed }: SessionState, ask: WaitingAsk, since: number): void {
    const id = uuidFrom('dialog', sessionId, String(since), ask.tool_use_id ?? '');
    const cwd = reliable(observed.cwd);
    const permission_mode = reliable(observed.permission_mode);
    const about = {
      without_hook: true,
      ...(cwd && { cwd }),
      ...(permission_mode && { permission_mode }),
    } as const;
    // The waiting and the ask began together: the end of the one is the end of the other.
    this.#options.interactions.open(sessionId, id, { ...ask, ...about }, since);
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
    if (this.#options.schedule.isClosed) return false;
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
