/**
 * Reduces events to session state. Pure: the same events give the same state, and facts from different
 * sources may arrive in any order. The conversation itself is reduced item by item in reduce-item.ts.
 */

import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { Usage } from '../protocol/primitives.ts';
import type { Agent } from '../protocol/session.ts';
import { taskBegun, tasksListed } from './background-tasks.ts';
import { clampTimes } from './clamp-times.ts';
import { joinQueue, leaveQueue } from './claude-queue.ts';
import { later } from './latest.ts';
import { noteDoing } from './note-doing.ts';
import { observe } from './observe.ts';
import { ownEntry } from './own-entry.ts';
import { notePromptName } from './prompt-names.ts';
import { reduceAutonomy } from './reduce-autonomy.ts';
import { reduceInteraction } from './reduce-interaction.ts';
import { reduceMessage } from './reduce-message.ts';
import type { SessionState } from './session-state.ts';
import { withoutStartDialogs } from './start-dialogs.ts';
import { reduceToolUse } from './tool-traces.ts';
import { addUsage, emptyUsage } from './usage/add-usage.ts';

/** A hook may arrive this long after the one that reports the end of the session. */
const LATE_HOOK_MS = 10_000;
/** The number of ended runs to remember, so that their ends are not mistaken for news. */
const ENDED_RUNS_KEPT = 5;
const WARNINGS_KEPT = 10;

type Reducer<Type extends EventType> = (
  state: SessionState,
  event: ReinsEvent<Type>,
  at: number,
) => Partial<SessionState>;

type Changing<T> = { -readonly [Field in keyof T]: T[Field] };

/** Events that are not a sign of work in the session. */
const QUIET: ReadonlySet<EventType> = new Set<EventType>([
  'session_described',
  'session_found',
  'transcript_gone',
  'run_ended',
  'session_stopped',
  'idle_end_chosen',
  'cost_counted',
  'row_kept',
  'row_skipped',
  'interaction_updated',
  'agent_described',
  'hook_received',
  'control_changed',
  'clock_set_back',
  'message_finished',
  'session_marked',
]);

/** If a transcript can be read, it alone reports these. */
const REPORTED_BY_TRANSCRIPTS: ReadonlySet<EventType> = new Set<EventType>([
  'prompt_submitted',
  'assistant_text',
]);

export function reduceSession(state: SessionState, event: ReinsEvent): SessionState {
  const at = Date.parse(event.at);
  const reducer = REDUCERS[event.type] as Reducer<EventType> | undefined;
  // One copy, then assignments: this runs for every event.
  const next: Changing<SessionState> = { ...state, seq: event.seq };
  if (!QUIET.has(event.type)) {
    next.last_activity_at = Math.max(state.last_activity_at ?? 0, at);
    next.started_at = Math.min(state.started_at ?? Number.POSITIVE_INFINITY, at);
  }
  if (event.source === 'hook' && REPORTED_BY_TRANSCRIPTS.has(event.type)) next.told_by_hooks = true;
  if (event.observed) next.observed = observe(state.observed, event.observed, at, event.source);
  if (event.agent_id) next.agents = noteAgent(state.agents, event, event.agent_id);
  return reducer ? Object.assign(next, reducer(state, event, at)) : next;
}

const REDUCERS: { readonly [Type in EventType]?: Reducer<Type> } = {
  session_found: (state, { started_at }) =>
    started_at
      ? { started_at: Math.min(state.started_at ?? Number.POSITIVE_INFINITY, Date.parse(started_at)) }
      : {},

  transcript_gone: (state, { is_gone }, at) => ({
    transcript_gone: later(state.transcript_gone, is_gone, at),
  }),
  session_started: (state, _event, at) => ({
    life: later(state.life, 'live', at),
    ...withoutStartDialogs(state, at),
  }),
  session_ended: (state, _event, at) => ({
    life: later(state.life, 'ended', at),
    ...withoutStartDialogs(state, at),
  }),
  hook_received: (state, { name }, at) =>
    name === 'SessionEnd' ? {} : { life: later(state.life, 'live', at - LATE_HOOK_MS) },
  session_moved: (_state, { to }) => ({ continued_as: to }),
  session_created: (state, { forked_from, persists, permission_mode }, at) => ({
    is_starting: true,
    persists,
    ...(forked_from && { forked_from }),
    ...(permission_mode && { chosen_mode: later(state.chosen_mode, permission_mode, at) }),
  }),
  session_described: (state, { source, observed }, at) =>
    source === 'driver' && observed?.permission_mode !== undefined
      ? { chosen_mode: later(state.chosen_mode, observed.permission_mode, at) }
      : {},
  autonomy_chosen: (state, event) => reduceAutonomy(state.autonomy, event),
  idle_end_chosen: (_state, { seconds }) => ({ idle_end_seconds: seconds ?? 0 }),
  turn_reported: (state, event) => reduceAutonomy(state.autonomy, event),
  auto_continued: (state, event) => reduceAutonomy(state.autonomy, event),
  auto_continue_stopped: (state, event) => reduceAutonomy(state.autonomy, event),
  start_failed: (state, { code, message }, at) => ({
    is_starting: false,
    last_error: later(state.last_error, { error: code, message }, at),
  }),
  control_changed: ({ control }, { driver, capabilities }, at) => ({
    // When this driver took control of the session, regardless of its capabilities over time.
    control: { value: { driver, capabilities }, at: control?.value.driver === driver ? control.at : at },
  }),
  clock_set_back: (state, _event, at) => clampTimes(state, at),
  relay_switched: (_state, { on }) => ({ relay: on }),
  session_marked: (_state, { pinned, archived, labels }, at) => ({
    ...(pinned !== undefined && { pinned }),
    ...(archived !== undefined && { archived: { value: archived, at } }),
    ...(labels && { labels }),
  }),
  warning_raised: (state, { code, message, at }) => ({
    warnings: [...state.warnings, { code, message, at }].slice(-WARNINGS_KEPT),
  }),

  run_started(state, { pid, start_mark, kind, entrypoint, tmux_pane, at }) {
    const id = `${pid}:${start_mark}`;
    // Both the process's starter and the list of live sessions report it.
    const known = state.runs[id]?.ended_at === undefined ? state.runs[id] : undefined;
    const started_at = known && known.started_at < at ? known.started_at : at;
    const run = {
      ...known,
      pid,
      start_mark,
      started_at,
      ...(kind && { kind }),
      ...(entrypoint && { entrypoint }),
    };
    return {
      runs: { ...state.runs, [id]: { ...run, ...(tmux_pane && { tmux_pane }) } },
      is_starting: false,
    };
  },
  run_ended(state, { pid, start_mark, reason, at: ended }, at) {
    const id = `${pid}:${start_mark}`;
    const run = state.runs[id] ?? { pid, start_mark, started_at: ended };
    const end = { ended_at: at, ...(reason === 'moved' && { has_moved: true as const }) };
    const entries = Object.entries({ ...state.runs, [id]: { ...run, ...end } });
    const over = entries.filter(([, { ended_at }]) => ended_at !== undefined).slice(0, -ENDED_RUNS_KEPT);
    const isLast = entries.every(([, { ended_at }]) => ended_at !== undefined);
    return {
      runs: Object.fromEntries(entries.filter((entry) => !over.includes(entry))),
      // Its activity is over: a following run starts from scratch.
      ...(isLast && { activity: later(state.activity, { now: 'starting' as const }, at) }),
      // Without a run, the hub can do nothing with the session.
      ...(isLast && state.control && { control: withoutCapabilities(state.control) }),
      ...(isLast && withoutStartDialogs(state, at)),
    };
  },

  activity_changed: (state, { activity, waiting_for, source }, at) => ({
    activity: nextActivity(state, { now: activity, source, ...(waiting_for && { waiting_for }) }, at),
    ...(activity === 'idle' && { retry: later(state.retry, null, at) }),
    ...(activity === 'waiting'
      ? { waiting_since: Math.max(state.waiting_since ?? 0, at) }
      : endOfWaiting(state, activity, at)),
  }),

  interrupt_requested: (state, _event, at) => ({
    interrupted_at: Math.max(state.interrupted_at ?? 0, at),
  }),
  prompt_submitted: (state, event, at) =>
    event.agent_id
      ? {}
      : {
          ...activityOfTurn(state, 'working', at),
          ...withoutStartDialogs(state, at),
          ...backFromArchive(state, at),
          prompt_names: notePromptName(state.prompt_names, event),
        },
  command_run: (state, event) => ({ prompt_names: notePromptName(state.prompt_names, event) }),
  turn_finished: (state, { agent_id }, at) =>
    agent_id
      ? {}
      : {
          turn_ended_at: Math.max(state.turn_ended_at ?? 0, at),
          ...activityOfTurn(state, 'idle', at),
          retry: later(state.retry, null, at),
        },
  assistant_text: (state, _event, at) => ({ retry: later(state.retry, null, at) }),

  usage_counted: (state, { usage, model, agent_id }, at) => ({
    ...(!agent_id && { context: later(state.context, contextOf(usage), at) }),
    usage: addUsage(state.usage, usage),
    usage_by_model: {
      ...state.usage_by_model,
      [model]: addUsage(ownEntry(state.usage_by_model, model) ?? emptyUsage(), usage),
    },
  }),
  cost_counted: (state, { total_usd }, at) => ({ cost: later(state.cost, total_usd, at) }),

  api_failed: (state, { error, message }, at) => ({
    last_error: later(state.last_error, { error, message }, at),
  }),
  api_retried: (state, { attempt, max_attempts, delay_ms, status, error }, at) => ({
    retry: later(state.retry, { attempt, max_attempts, delay_ms, status, error }, at),
  }),
  compacted: (state, { tokens_after, agent_id }, at) => ({
    compactions: state.compactions + 1,
    ...(!agent_id && tokens_after !== undefined && { context: later(state.context, tokens_after, at) }),
  }),

  prompt_queued: (state, { text }, at) => ({ queue_steps: joinQueue(state, text, at) }),
  prompt_unqueued: (state, { text }, at) => ({ queue_steps: leaveQueue(state, text, at) }),

  message_queued: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_changed: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_blocked: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_removed: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_delivered: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_accepted: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_failed: (state, event) => ({ messages: reduceMessage(state.messages, event) }),
  message_finished: (state, event) => ({ messages: reduceMessage(state.messages, event) }),

  tool_started: (state, event, at) => ({
    ...reduceToolUse(state, event, at),
    ...noteDoing(state, event, at),
  }),
  tool_finished: (state, event, at) => ({
    ...reduceToolUse(state, event, at),
    ...taskBegun(state, event, at),
  }),

  agent_started: (state, event) => ({
    agents: mergeAgent(state.agents, event.subagent_id, event.at, describe(event)),
  }),
  agent_described: (state, event) => ({
    agents: mergeAgent(state.agents, event.subagent_id, event.at, describe(event)),
  }),
  agent_finished: (state, { subagent_id, text, at: finished_at }) => ({
    agents: mergeAgent(state.agents, subagent_id, finished_at, {
      state: 'finished',
      finished_at,
      ...(text !== undefined && { last_text: text }),
    }),
  }),
  background_tasks_changed: tasksListed,
  mcp_servers_changed: (state, { servers }, at) => ({ mcp_servers: later(state.mcp_servers, servers, at) }),
  rate_limited: (state, { details }, at) => ({ rate_limit: later(state.rate_limit, details, at) }),

  interaction_opened: (state, event, at) => ({
    interactions: reduceInteraction(state, event),
    ...backFromArchive(state, at),
  }),
  interaction_updated: (state, event) => ({ interactions: reduceInteraction(state, event) }),
  interaction_closed: (state, event) => ({ interactions: reduceInteraction(state, event) }),
  interaction_settled: (state, event) => ({ interactions: reduceInteraction(state, event) }),
  interaction_reopened: (state, event) => ({ interactions: reduceInteraction(state, event) }),
};

/** What needs attention, or gets some, does not stay hidden. */
function backFromArchive({ archived }: SessionState, at: number): Pick<SessionState, 'archived'> {
  return archived?.value ? { archived: later(archived, false, at) } : {};
}

function withoutCapabilities({
  value,
  at,
}: NonNullable<SessionState['control']>): NonNullable<SessionState['control']> {
  return { value: { ...value, capabilities: [] }, at };
}

/** Reports of one source with the same millisecond happened in the order in which they arrived. */
function nextActivity(
  { activity: known, waited }: SessionState,
  value: NonNullable<SessionState['activity']>['value'],
  at: number,
): NonNullable<SessionState['activity']> {
  const isNext = known?.at === at && known.value.source === value.source;
  // A turn that ended meanwhile does not say anything about the dialog.
  const isStillOpen =
    value.now === 'waiting' && known?.value.source === undefined && at > (waited?.until ?? 0);
  return isNext || isStillOpen ? { value, at } : later(known, value, at);
}

/**
 * The activity after a prompt or the end of a turn. Only the source that reported a dialog ends it: the
 * dialog of a background subagent stays open after the turn has ended.
 */
function activityOfTurn(
  { activity, waiting_since: since = 0, waited }: SessionState,
  now: 'working' | 'idle',
  at: number,
): Pick<SessionState, 'activity'> {
  const isWaiting = activity?.value.now === 'waiting' && since > (waited?.until ?? 0);
  return isWaiting ? {} : { activity: later(activity, { now }, at) };
}

/** The first other activity after waiting. */
function endOfWaiting(
  { waiting_since: since = 0, waited }: SessionState,
  then: 'working' | 'idle',
  at: number,
): Pick<SessionState, 'waited'> {
  const isOver = waited !== undefined && waited.until >= since;
  return since === 0 || isOver || at < since ? {} : { waited: { until: at, then } };
}

/** New input, cache reads and cache writes: all of it is in the model's context. */
function contextOf({ input_tokens, cache_read_input_tokens, cache_creation_input_tokens }: Usage): number {
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
}

/** A subagent's conversation shows that it is alive, and its last activity. */
function noteAgent(
  agents: SessionState['agents'],
  event: ReinsEvent,
  agentId: string,
): SessionState['agents'] {
  const known = ownEntry(agents, agentId);
  return mergeAgent(agents, agentId, event.at, {
    tool_calls: (known?.tool_calls ?? 0) + (event.type === 'tool_started' ? 1 : 0),
    ...(event.type === 'assistant_text' && { last_text: event.text }),
  });
}

function mergeAgent(
  agents: SessionState['agents'],
  agentId: string,
  at: string,
  facts: Partial<Agent>,
): SessionState['agents'] {
  const known: Agent = ownEntry(agents, agentId) ?? {
    agent_id: agentId,
    agent_type: '',
    state: 'running',
    started_at: at,
    tool_calls: 0,
  };
  const started_at = at < known.started_at ? at : known.started_at;
  return { ...agents, [agentId]: { ...known, ...facts, started_at } };
}

function describe(event: ReinsEvent<'agent_started' | 'agent_described'>): Partial<Agent> {
  return {
    agent_type: event.agent_type,
    ...(event.description && { description: event.description }),
    ...(event.tool_use_id && { tool_use_id: event.tool_use_id }),
  };
}
