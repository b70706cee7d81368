/**
 * Dialogs that no hook reported: Claude Code's list of live sessions shows that a session waits for a person,
 * but it has no open request. This happens without installed hooks, after a long absence of the hub, and for
 * the dialog of auto mode. The call is found in the transcript and, if the terminal is visible, on the
 * screen.
 */
import { reliable } from '../core/observe.ts';
import type { SessionState } from '../core/session-state.ts';
import type { RunDialogs } from '../drivers/driver.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { uuidFrom } from '../lib/uuid-from.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { LogReader } from '../store/log-reader.ts';
import { findWaitingCalls, type WaitingInteraction } from './find-call.ts';
import type { InteractionLog } from './interaction-log.ts';
import type { FindDialogs } from './routes/keys-route.ts';
import type { Schedule } from './schedule.ts';

export interface UnreportedDialogsOptions {
  readonly interactions: InteractionLog;
  readonly reader: LogReader;
  readonly schedule: Schedule;
  readonly output: HubLog;
  readonly now: Clock;
  readonly findDialogs: FindDialogs;
  /** Resolves when the answer is delivered. Undefined if none is being delivered. */
  readonly sending: (interactionId: string) => Promise<unknown> | undefined;
  /** Brings the log up to date with the transcript. */
  readonly readTranscript: (sessionId: string) => Promise<void>;
}

/** How long a hook may take to report the dialog itself. */
const GRACE_MS = 1200;
/** A hook that lost its hub comes back within a second or two. */
const START_GRACE_MS = 3500;
/** How long an answer may take to reach the dialog. */
const ON_ITS_WAY_MS = 15_000;
/** How long the status may still show an answered dialog. */
const LATE_STATUS_MS = 3000;
/** How long a visible terminal may not show the dialog yet. */
const UNSEEN_MS = 5000;
/** Claude Code's terms for waiting that a person's answer ends; other dialogs are not about Claude's work. */
const ASKS_FOR: ReadonlySet<string> = new Set(['permission prompt', 'input needed']);

export class UnreportedDialogs {
  readonly #options: UnreportedDialogsOptions;

  constructor(options: UnreportedDialogsOptions) {
    this.#options = options;
  }

  /** The session starts waiting for a person. */
  onWaiting(sessionId: string): void {
    this.#lookIn(GRACE_MS, sessionId);
  }

  /** Checks the sessions that waited before this hub started. */
  checkAll(): void {
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
        if (!schedule.isClosed) output.warn(`Failed to check the dialog of session ${sessionId}`, error);
      });
    });
  }

  async #look(sessionId: string, since: number): Promise<void> {
    if (!this.#isUnreported(sessionId, since)) return;
    await this.#options.readTranscript(sessionId);
    const { reader, interactions, findDialogs } = this.#options;
    const state = reader.session(sessionId);
    if (!state) return;
    const dialogs = findDialogs(sessionId);
    // It reads its input when it continues, and then the screen shows it.
    if (dialogs?.isAway()) return this.#lookIn(ON_ITS_WAY_MS, sessionId);
    const sent = Object.values(state.interactions).find(({ answer }) => answer?.applied === 'sent');
    const sending = sent && this.#options.sending(sent.id);
    if (sending) {
      // Keys may take long: the dialog stays on the screen until the last one.
      await sending;
      return this.#lookIn(ON_ITS_WAY_MS, sessionId);
    }
    const left = this.#quietFor(sessionId);
    if (left > 0) return this.#lookIn(left, sessionId);
    if (sent?.answer?.route === 'keys' && (await dialogs?.shows(sent))) {
      const reason = 'The terminal still shows its dialog';
      if (this.#isUnreported(sessionId, since)) interactions.apply(sent, { type: 'not_taken', reason });
      return;
    }
    const interaction = await this.#identify(state, dialogs);
    if (!this.#isUnreported(sessionId, since)) return;
    // Its hook may have arrived and been answered during the check.
    const leftNow = this.#quietFor(sessionId);
    if (leftNow > 0) return this.#lookIn(leftNow, sessionId);
    // Claude Code shows no dialog while someone types.
    if (!interaction && dialogs && this.#options.now() < since + UNSEEN_MS)
      return this.#lookIn(GRACE_MS, sessionId);
    this.#open(state, interaction ?? unknownRequest(state), since);
  }

  /** For how long the dialog on the screen may still belong to a finished request. */
  #quietFor(sessionId: string): number {
    const { interactions = {} } = this.#options.reader.session(sessionId) ?? {};
    const until = Math.max(0, ...Object.values(interactions).map(quietUntil));
    return Math.min(until - this.#options.now(), ON_ITS_WAY_MS);
  }

  #open(
    { session_id: sessionId, observed }: SessionState,
    interaction: WaitingInteraction,
    since: number,
  ): void {
    const id = uuidFrom('dialog', sessionId, String(since), interaction.tool_use_id ?? '');
    const cwd = reliable(observed.cwd);
    const permission_mode = reliable(observed.permission_mode);
    const about = {
      without_hook: true,
      ...(cwd && { cwd }),
      ...(permission_mode && { permission_mode }),
    } as const;
    // The wait and the request started together: one ends with the other.
    this.#options.interactions.open(sessionId, id, { ...interaction, ...about }, since);
  }

  async #identify(
    state: SessionState,
    dialogs: RunDialogs | undefined,
  ): Promise<WaitingInteraction | undefined> {
    const calls = findWaitingCalls(this.#options.reader, state, waitsFor(state));
    const shown = await dialogs?.shown();
    for (const call of calls) {
      if (!(await dialogs?.shows({ ...call, suggestions: [] }))) continue;
      // Claude Code reads a plan from its file, so the call itself may be empty.
      const isEmpty = call.kind === 'plan' && call.input['plan'] === undefined;
      return isEmpty ? { ...call, input: { ...call.input, ...shown?.input } } : call;
    }
    if (shown && shown.kind !== 'plan') return shown;
    return calls.length === 1 ? calls[0] : undefined;
  }

  /** When the session started to wait for an answer. Undefined if it does not. */
  #waitingSince(sessionId: string): number | undefined {
    const { activity, control } = this.#options.reader.session(sessionId) ?? {};
    // A stream run asks through its own protocol.
    if (activity?.value.now !== 'waiting' || control?.value.driver === 'stream') return undefined;
    return ASKS_FOR.has(activity.value.waiting_for ?? '') ? activity.at : undefined;
  }

  #isUnreported(sessionId: string, since: number): boolean {
    if (this.#options.schedule.isClosed) return false;
    const { interactions = {} } = this.#options.reader.session(sessionId) ?? {};
    const isReported = Object.values(interactions).some(({ state }) => state === 'open');
    return !isReported && this.#waitingSince(sessionId) === since;
  }
}

const waitsFor = ({ activity }: SessionState) => activity?.value.waiting_for;

function unknownRequest(state: SessionState): WaitingInteraction {
  return { kind: waitsFor(state) === 'input needed' ? 'elicitation' : 'permission', input: {} };
}

/** Until when the dialog on the screen may belong to a finished request. */
function quietUntil({ closed_at, answer }: Interaction): number {
  if (closed_at === undefined) return 0;
  return Date.parse(closed_at) + (answer?.applied === 'sent' ? ON_ITS_WAY_MS : LATE_STATUS_MS);
}
