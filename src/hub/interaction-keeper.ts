/**
 * Keeps open interactions true to what happens: finds the tool call an ask belongs to, and closes it when the terminal
 * has answered or the session has ended. Looks only at the log, so it can take up its work after a restart.
 */

import { closingKey } from '../broker/closing-key.ts';
import { type Settlement, settleAnswer } from '../broker/settle-answer.ts';
import type { Draft } from '../core/draft.ts';
import { isLive, presentSession } from '../core/present-session.ts';
import { isEqual } from '../core/same-fact.ts';
import type { SessionState } from '../core/session-state.ts';
import type { EventType } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { ItemOf } from '../protocol/session.ts';
import type { EventLog, LoggedEvent } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { HubLog } from './hub-log.ts';

/** How far back the tool call of an ask may stand. */
const RECENT_ITEMS = 60;
const RECENT_BYTES = 4 * 1024 * 1024;
/** How long the result of a call may take into the log after the turn has ended. */
const RESULT_MS = 1000;
/** When the log does not take our events, for example because the disk is full. */
const RETRY_MS = 5000;

/** Events after which an open interaction may have changed. */
const TELLING: ReadonlySet<EventType> = new Set<EventType>([
  ...(['interaction_opened', 'tool_started', 'tool_finished', 'activity_changed'] as const),
  ...(['turn_finished', 'run_ended', 'session_ended', 'session_moved'] as const),
]);

export class InteractionKeeper {
  readonly #log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly #reader: LogReader;
  readonly #output: HubLog;
  readonly #retryMs: number;
  readonly #pending = new Set<string>();
  readonly #stopListening: () => void;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    log: Pick<EventLog, 'append' | 'onCommit'>,
    reader: LogReader,
    output: HubLog,
    retryMs = RETRY_MS,
  ) {
    this.#log = log;
    this.#reader = reader;
    this.#output = output;
    this.#retryMs = retryMs;
    this.#stopListening = log.onCommit((events) => this.#onCommit(events));
    for (const { session_id } of reader.interactions('open')) this.#schedule(session_id);
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
      }, this.#retryMs).unref();
    }
  }

  #check(sessionId: string): void {
    const state = this.#reader.session(sessionId);
    const all = Object.values(state?.interactions ?? {});
    const open = all.filter((one) => one.state === 'open');
    const sent = all.filter((one) => one.answer?.applied === 'sent');
    if (!state || open.length + sent.length === 0) return;
    const drafts = [
      ...open.flatMap((interaction) => this.#settle(state, interaction)),
      ...sent.flatMap((interaction) => this.#prove(state, interaction)),
    ];
    if (drafts.length > 0) this.#log.append([{ sessionId, drafts }]);
  }

  #settle(state: SessionState, interaction: Interaction): Draft[] {
    // No terminal can answer it, and the stream itself says when it is taken back.
    if (interaction.routes.includes('control')) return isLive(state) ? [] : [withdrawn(interaction)];
    const tool = this.#toolOf(state, interaction);
    const isFound = tool && !interaction.tool_use_id;
    const found = isFound ? [updated(interaction, tool.tool_use_id)] : [];
    if (tool?.finished_at && tool.finished_at >= interaction.opened_at) {
      const decision = tool.decision === 'reject' ? 'deny' : 'allow';
      return [...found, answered(interaction, Date.parse(tool.finished_at), { decision })];
    }
    const closing = this.#closedByCourse(state, interaction);
    return closing ? [...found, closing] : found;
  }

  /** An answer that was sent is proven by the record of its call. */
  #prove(state: SessionState, interaction: Interaction): Draft[] {
    const tool = this.#toolOf(state, interaction);
    const proof = settleAnswer(interaction, tool);
    const found = tool && !interaction.tool_use_id ? [updated(interaction, tool.tool_use_id)] : [];
    return proof ? [...found, settled(interaction, proof)] : found;
  }

  /** What the session's own course says about an ask whose tool has no result yet. */
  #closedByCourse(state: SessionState, interaction: Interaction): Draft | undefined {
    const { activity } = state;
    const opened = Date.parse(interaction.opened_at);
    const { status } = presentSession({ ...state, interactions: {} });
    if (status === 'ended') return withdrawn(interaction);
    // Asks of subagents say nothing through the status of the whole session.
    if (!activity || interaction.agent_id || activity.at <= opened) return undefined;
    const hasShown = (state.waiting_since ?? 0) >= opened;
    // Where nothing but hooks is heard, the next turn may have begun before the end of this one was known.
    if (!hasShown && (state.turn_ended_at ?? 0) >= opened) return withdrawn(interaction);
    if (activity.value.now === 'working')
      return hasShown ? answered(interaction, activity.at, {}) : undefined;
    if (activity.value.now !== 'idle') return undefined;
    // The call's result may be on its way from the transcript, and knows better.
    if (Date.now() - activity.at < RESULT_MS) {
      setTimeout(() => this.#schedule(state.session_id), RESULT_MS).unref();
      return undefined;
    }
    return hasShown ? answered(interaction, activity.at, { decision: 'deny' }) : withdrawn(interaction);
  }

  /** A permission request names no tool call: the oldest unclaimed one with the same tool and input is meant. */
  #toolOf(state: SessionState, { tool_use_id, tool_name, agent_id, input, opened_at }: Interaction) {
    const { items } = this.#reader.items({
      sessionId: state.session_id,
      ...(agent_id && { agentId: agent_id }),
      limit: RECENT_ITEMS,
      maxBytes: RECENT_BYTES,
    });
    const tools = items.filter((item): item is ItemOf<'tool'> => item.kind === 'tool');
    if (tool_use_id) return tools.find((tool) => tool.tool_use_id === tool_use_id);
    const claimed = new Set(Object.values(state.interactions).map((other) => other.tool_use_id));
    return tools.find(
      (tool) =>
        tool.name === tool_name &&
        !claimed.has(tool.tool_use_id) &&
        (tool.finished_at === undefined || tool.finished_at >= opened_at) &&
        isEqual(tool.input, input),
    );
  }
}

function updated({ id, agent_id }: Interaction, tool_use_id: string): Draft {
  return {
    type: 'interaction_updated',
    source: 'driver',
    at: Date.now(),
    interaction_id: id,
    tool_use_id,
    ...(agent_id && { agent_id }),
  };
}

function settled({ id, agent_id }: Interaction, proof: Settlement): Draft {
  return {
    type: 'interaction_settled',
    source: 'driver',
    at: Date.now(),
    key: `settled:${id}`,
    interaction_id: id,
    ...proof,
    ...(agent_id && { agent_id }),
  };
}

function answered(interaction: Interaction, at: number, decision: { decision?: 'allow' | 'deny' }): Draft {
  const answer: Answer = {
    by: { type: 'terminal', name: 'terminal' },
    at: new Date(at).toISOString(),
    route: 'terminal',
    applied: 'confirmed',
    ...decision,
  };
  return closed(interaction, { state: 'answered', answer });
}

function withdrawn(interaction: Interaction): Draft {
  return closed(interaction, { state: 'withdrawn' });
}

function closed(interaction: Interaction, how: Pick<Draft<'interaction_closed'>, 'state' | 'answer'>): Draft {
  return {
    type: 'interaction_closed',
    source: 'driver',
    at: Date.now(),
    key: closingKey(interaction),
    interaction_id: interaction.id,
    ...how,
    ...(interaction.agent_id && { agent_id: interaction.agent_id }),
  };
}
