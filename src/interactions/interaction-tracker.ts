/**
 * Keeps open interactions true to what happens: finds the tool call an ask belongs to, and closes it when the terminal
 * has answered or the session has ended. Looks only at the log, so it can take up its work after a restart.
 */
import { dialogState, turnEnd } from '../core/dialog-state.ts';
import type { Draft } from '../core/draft.ts';
import { isLive, statusOf } from '../core/present-session.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { EventType } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';
import type { EventLog, LoggedEvent } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { callOfForm, formEnd, settleFormAnswer } from './form-calls.ts';
import { InteractionDrafts } from './interaction-drafts.ts';
import { deciderOf, decisionOf, isCut, settleAnswer } from './settle-answer.ts';

/** How far back the tool call of an ask may stand. */
const RECENT_ITEMS = 60;
const RECENT_BYTES = 4 * 1024 * 1024;
/** How long the result of a call may take into the log after the turn has ended. */
const RESULT_MS = 1000;
/** How long Claude Code may take to go on after it was handed a decision; then the decision was lost. */
const LOST_MS = 10_000;
/** How long an interrupt may take: a dialog may open in between. */
const INTERRUPT_MS = 10_000;
/** When the log does not take our events, for example because the disk is full. */
const RETRY_MS = 5000;

/** Events after which an open interaction may have changed. */
const TELLING: ReadonlySet<EventType> = new Set<EventType>([
  'interaction_opened',
  'interaction_closed',
  'interaction_reopened',
  'activity_changed',
  'tool_started',
  'tool_finished',
  'agent_finished',
  'interaction_updated',
  'turn_finished',
  'run_ended',
  'session_ended',
  'session_moved',
]);

export interface InteractionTrackerOptions {
  readonly now: Clock;
  /** Makes sure that the log holds what the session's transcript holds by now. */
  readonly readTranscript?: (sessionId: string) => Promise<void>;
}

export class InteractionTracker {
  readonly #log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly #reader: LogReader;
  readonly #output: HubLog;
  readonly #now: Clock;
  readonly #drafts: InteractionDrafts;
  readonly #readTranscript: (sessionId: string) => Promise<void>;
  /** Per session, the moments after which its transcript will be read (false) or was read (true). */
  readonly #readings = new Map<string, Map<number, boolean>>();
  /** When decisions that may be lost were first missed, on a clock that nobody can set. */
  readonly #missedSince = new Map<string, number>();
  readonly #pending = new Set<string>();
  readonly #stopListening: () => void;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    log: Pick<EventLog, 'append' | 'onCommit'>,
    reader: LogReader,
    output: HubLog,
    { now, readTranscript = async () => {} }: InteractionTrackerOptions,
  ) {
    this.#log = log;
    this.#reader = reader;
    this.#output = output;
    this.#now = now;
    this.#drafts = new InteractionDrafts(now);
    this.#readTranscript = readTranscript;
    this.#stopListening = log.onCommit((events) => this.#onCommit(events));
    for (const { session_id } of reader.interactions('open')) this.#schedule(session_id);
    // A hub that was killed may have left answers unproven whose proof is already in the log.
    for (const { session_id } of reader.liveSessions()) this.#schedule(session_id);
    for (const { session_id } of reader.unprovenInteractions()) this.#schedule(session_id);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#stopListening();
  }

  #onCommit(events: readonly LoggedEvent[]): void {
    for (const { event } of events) if (TELLING.has(event.type)) this.#schedule(event.session_id);
  }

  /** Not within the commit itself: what we append must come after it for everyone. */
  #schedule(sessionId: string): void {
    if (this.#pending.size === 0) setImmediate(() => this.#checkPending());
    this.#pending.add(sessionId);
  }

  #checkPending(): void {
    const sessions = [...this.#pending];
    this.#pending.clear();
    if (this.#isClosed) return;
    try {
      for (const sessionId of sessions) this.#check(sessionId);
    } catch (error) {
      this.#output.warn('Open interactions could not be checked and will be again', error);
      this.#retry = setTimeout(() => {
        for (const sessionId of sessions) this.#schedule(sessionId);
      }, RETRY_MS).unref();
    }
  }

  #check(sessionId: string): void {
    const state = this.#reader.session(sessionId);
    const all = Object.values(state?.interactions ?? {});
    const open = all.filter((one) => one.state === 'open');
    const unproven = all.filter(({ answer }) => answer?.applied === 'sent');
    const undecided = all.filter(isUndecided);
    if (!state || open.length + unproven.length + undecided.length === 0) {
      this.#readings.delete(sessionId);
      return;
    }
    const drafts = [
      ...open.flatMap((interaction) => this.#settle(state, interaction)),
      ...unproven.flatMap((interaction) => this.#prove(state, interaction)),
      ...undecided.flatMap((interaction) => this.#complete(state, interaction)),
    ];
    if (drafts.length > 0) this.#log.append([{ sessionId, drafts }]);
  }

  #settle(state: SessionState, interaction: Interaction): Draft[] {
    // No terminal can answer it, and the stream itself says when it is taken back.
    if (interaction.routes.includes('control'))
      return isLive(state) ? [] : [this.#drafts.withdrawn(interaction)];
    const tool = this.#toolOf(state, interaction);
    const found = this.#nameCall(interaction, tool);
    // A hook may arrive after the call that it asked for is over.
    const isOfThis = interaction.tool_use_id !== undefined;
    if (tool?.finished_at && (isOfThis || tool.finished_at >= interaction.opened_at)) {
      if (interaction.kind === 'elicitation')
        return [...found, formEnd(this.#drafts, state, interaction, tool.finished_at)];
      const decision = decisionOf(tool);
      if (isCut(tool) || (decision === 'deny' && isInterrupted(state, interaction)))
        return [...found, this.#drafts.withdrawn(interaction)];
      return [
        ...found,
        this.#drafts.answered(interaction, Date.parse(tool.finished_at), { by: deciderOf(tool), decision }),
      ];
    }
    const closing = this.#closedByCourse(state, interaction);
    return closing ? [...found, closing] : found;
  }

  /** An answer that was sent is proven by the record of its call. */
  #prove(state: SessionState, interaction: Interaction): Draft[] {
    const tool = this.#toolOf(state, interaction);
    const sentAt = Date.parse(interaction.answer?.at ?? '');
    const { until = 0, then } = state.waited ?? {};
    const isOfThis = until > Date.parse(interaction.opened_at);
    const found = this.#nameCall(interaction, tool);
    if (tool?.finished_at === undefined && this.#isLost(state, interaction, sentAt))
      return [...found, this.#drafts.reopened(interaction, 'Claude Code still waits for an answer')];
    const since = {
      wentOn: isOfThis ? then : undefined,
      isOver: this.#isOver(state, interaction, sentAt),
      isInterrupted: isInterrupted(state, interaction),
    };
    const settle = interaction.kind === 'elicitation' ? settleFormAnswer : settleAnswer;
    const proof = settle(interaction, tool, since);
    return proof ? [...found, this.#drafts.settled(interaction, proof)] : found;
  }

  /** Whether nothing more will be told of what was asked before this moment. */
  #isOver(state: SessionState, { agent_id }: Interaction, sentAt: number): boolean {
    const runs = Object.values(state.runs).map(({ ended_at = 0 }) => ended_at);
    if (!isLive(state)) return this.#isPatienceOver(state, Math.max(sentAt, ...runs));
    const ended =
      agent_id === undefined ? turnEnd(state) : Date.parse(state.agents[agent_id]?.finished_at ?? '');
    return ended > sentAt && this.#isPatienceOver(state, ended);
  }

  /** What the terminal answered is known when the call is over. */
  #complete(state: SessionState, interaction: Interaction): Draft[] {
    const { answer } = interaction;
    const tool = this.#toolOf(state, interaction);
    if (!answer || !tool?.finished_at) return this.#nameCall(interaction, tool);
    const decided = { ...answer, by: deciderOf(tool), decision: decisionOf(tool) };
    return [
      ...this.#nameCall(interaction, tool),
      this.#drafts.settled(interaction, { applied: 'confirmed', answer: decided }),
    ];
  }

  /** Whether the very dialog that a hook has decided is still on the screen: its decision did not arrive. */
  #isLost(state: SessionState, { id, kind, answer, agent_id }: Interaction, sentAt: number): boolean {
    // Of subagents and forms no dialog was shown while the hook waited.
    if (answer?.route !== 'hook' || agent_id !== undefined || kind === 'elicitation') return false;
    const isSameDialog =
      dialogState(state, sentAt) === 'open' && (state.waiting_since ?? 0) <= sentAt && !hasOpen(state);
    if (!isSameDialog) {
      this.#missedSince.delete(id);
      return false;
    }
    const missedSince = this.#missedSince.get(id) ?? performance.now();
    this.#missedSince.set(id, missedSince);
    const patience = missedSince + LOST_MS - performance.now();
    if (patience > 0) {
      this.#lookAgain(state.session_id, patience);
      return false;
    }
    this.#missedSince.delete(id);
    return true;
  }

  /** What the session's own course says about an ask whose tool has no result yet. */
  #closedByCourse(state: SessionState, interaction: Interaction): Draft | undefined {
    if (statusOf(state) === 'ended') return this.#drafts.withdrawn(interaction);
    const opened = Date.parse(interaction.shown_at ?? interaction.opened_at);
    if (interaction.agent_id !== undefined)
      return this.#closedByAgent(state, interaction, interaction.agent_id);
    // What is held is not on the screen: a dialog that comes and goes there is another one.
    const dialog = interaction.held_until === undefined ? dialogState(state, opened) : 'unseen';
    if (dialog === 'gone' && state.waited) {
      const { until, then } = state.waited;
      const isOver = then === 'working' || this.#isPatienceOver(state, until);
      if (!isOver) return undefined;
      return then === 'idle' && isInterrupted(state, interaction)
        ? this.#drafts.withdrawn(interaction)
        : this.#drafts.answered(interaction, until);
    }
    if (dialog === 'open') return undefined;
    // Where nothing but hooks is heard, the end of the turn is all there is.
    const endedAt = turnEnd(state);
    if (endedAt < opened) return undefined;
    return this.#isPatienceOver(state, endedAt) ? this.#drafts.withdrawn(interaction) : undefined;
  }

  /** Asks of subagents say nothing through the status of the whole session. */
  #closedByAgent(state: SessionState, interaction: Interaction, agentId: string): Draft | undefined {
    const { finished_at } = state.agents[agentId] ?? {};
    if (finished_at === undefined || finished_at < interaction.opened_at) return undefined;
    return this.#isPatienceOver(state, Date.parse(finished_at))
      ? this.#drafts.withdrawn(interaction)
      : undefined;
  }

  /**
   * The call's result may be on its way from the transcript, and knows better: it is read before anything is concluded.
   * Times are compared for nothing but how long to wait: the clock may have been set meanwhile.
   */
  #isPatienceOver({ session_id: id }: SessionState, since: number): boolean {
    const readings = this.#readings.get(id) ?? new Map<number, boolean>();
    this.#readings.set(id, readings);
    const isRead = readings.get(since);
    if (isRead !== undefined) return isRead;
    readings.set(since, false);
    const wait = Math.min(RESULT_MS, Math.max(0, since + RESULT_MS - this.#now()));
    setTimeout(() => void this.#readNow(id, since), wait).unref();
    return false;
  }

  async #readNow(sessionId: string, since: number): Promise<void> {
    await this.#readTranscript(sessionId).catch((error) =>
      this.#output.warn(`The transcript of ${sessionId} cannot be read yet`, error),
    );
    this.#readings.get(sessionId)?.set(since, true);
    if (!this.#isClosed) this.#schedule(sessionId);
  }

  #lookAgain(sessionId: string, inMs: number): void {
    setTimeout(() => this.#schedule(sessionId), inMs + 1).unref();
  }

  /** A permission request names no tool call: the oldest unclaimed one with the same tool and input is meant. */
  #toolOf(state: SessionState, interaction: Interaction) {
    const { kind, tool_use_id, tool_name, agent_id, input, opened_at } = interaction;
    const { items } = this.#reader.items({
      sessionId: state.session_id,
      ...(agent_id && { agentId: agent_id }),
      limit: RECENT_ITEMS,
      maxBytes: RECENT_BYTES,
    });
    const tools = items.filter((item): item is ItemOf<'tool'> => item.kind === 'tool');
    if (tool_use_id) return tools.find((tool) => tool.tool_use_id === tool_use_id);
    if (kind === 'elicitation') return callOfForm(tools, interaction);
    const claimed = new Set(Object.values(state.interactions).map((other) => other.tool_use_id));
    return tools.find(
      (tool) =>
        tool.name === tool_name &&
        !claimed.has(tool.tool_use_id) &&
        (tool.finished_at === undefined || tool.finished_at >= opened_at) &&
        isEqual(tool.input, input),
    );
  }

  #nameCall(interaction: Interaction, tool: ItemOf<'tool'> | undefined): Draft[] {
    return tool && !interaction.tool_use_id ? [this.#drafts.updated(interaction, tool.tool_use_id)] : [];
  }
}

/** Answered in the terminal, and the call was still running when that was seen. */
function isUndecided({ kind, answer }: Interaction): boolean {
  if (kind === 'elicitation') return false;
  return answer?.route === 'terminal' && answer.applied === 'confirmed' && answer['decision'] === undefined;
}

/** Whether the hub itself has interrupted Claude meanwhile: in the record that looks like a refusal in the terminal. */
function isInterrupted({ interrupted_at = 0 }: SessionState, { opened_at }: Interaction): boolean {
  return interrupted_at >= Date.parse(opened_at) - INTERRUPT_MS;
}

function hasOpen({ interactions }: SessionState): boolean {
  return Object.values(interactions).some(({ state }) => state === 'open');
}
