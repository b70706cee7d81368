/** Turns session state into the view for people and programs, including the status. */

import { optionalField } from '../lib/optional-field.ts';
import type { Capability, DriverName, Session, SessionDetails, Status } from '../protocol/session.ts';
import { backgroundTasks } from './background-tasks.ts';
import { waitingPrompts } from './claude-queue.ts';
import { doingNow } from './note-doing.ts';
import { modeBounds } from './observe.ts';
import { queuedMessages } from './reduce-message.ts';
import type { SessionState } from './session-state.ts';
import { startDialogOf } from './start-dialogs.ts';
import { presentTasks } from './task-list.ts';
import { roundMoney } from './usage/money.ts';

export function presentSession(state: SessionState): Session {
  const live = liveRuns(state);
  const status = statusOf(state);
  const seen = state.observed;
  const endedAt = status === 'ended' ? endOf(state) : undefined;
  return {
    session_id: state.session_id,
    host: state.host,
    status,
    title: seen.title?.value ?? '',
    cwd: seen.cwd?.value ?? '',
    ...optionalField('git_branch', seen.git_branch?.value),
    driver: driverOf(state),
    capabilities: capabilitiesOf(state),
    ...optionalField('model', seen.model?.value),
    ...optionalField('permission_mode', seen.permission_mode?.value),
    ...optionalField('pid', live[0]?.pid),
    ...(live.length > 1 && { conflict: live.map(({ pid }) => pid) }),
    ...(status === 'waiting' &&
      optionalField('waiting_for', state.activity?.value.waiting_for ?? startDialogOf(state))),
    ...(status === 'working' && optionalField('doing', doingNow(state))),
    started_at: moment(state.started_at ?? state.last_activity_at ?? 0),
    last_activity_at: moment(state.last_activity_at ?? state.started_at ?? 0),
    ...(endedAt !== undefined && { ended_at: moment(endedAt) }),
    // Resuming a session that had moved on brings it back.
    ...(status === 'ended' && optionalField('continued_as', state.continued_as)),
    open_interactions: openInteractions(state).length,
    queued_prompts: queueOf(state).length + queuedMessages(state).length,
    usage: state.usage,
    ...(state.cost && { cost_usd: roundMoney(state.cost.value) }),
    ...optionalField('claude_version', seen.claude_version?.value),
    ...optionalField('transcript_path', seen.transcript_path?.value),
    ...(state.transcript_gone?.value && { transcript_gone: true }),
    ...(state.pinned && { pinned: true }),
    ...(state.archived?.value && { archived: true }),
    ...(state.labels && state.labels.length > 0 && { labels: [...state.labels] }),
    seq: state.seq,
  };
}

export function presentDetails(state: SessionState): SessionDetails {
  const { plan, last_error, retry } = state;
  return {
    ...presentSession(state),
    ...optionalField('permission_mode_bounds', modeBounds(state.observed.permission_mode)),
    runs: liveRuns(state).map(({ ended_at: _, ...run }) => run),
    agents: Object.values(state.agents).sort(byStart),
    tasks: presentTasks(state),
    files: Object.values(state.files),
    ...(plan && { plan: { ...plan.value, at: moment(plan.at) } }),
    interactions: Object.values(state.interactions),
    queue: queueOf(state),
    messages: Object.values(state.messages).sort((a, b) => a.place - b.place),
    relay: state.relay ?? false,
    ...presentAutonomy(state),
    ...(state.idle_end_seconds && { end_when_idle_seconds: state.idle_end_seconds }),
    ...optionalField('forked_from', state.forked_from),
    warnings: [...state.warnings],
    background_tasks: isLive(state) ? backgroundTasks(state) : [],
    mcp_servers: state.mcp_servers?.value ?? [],
    ...optionalField('rate_limit', state.rate_limit?.value),
    ...(last_error && { last_error: { ...last_error.value, at: moment(last_error.at) } }),
    ...(retry?.value && { retry: retry.value }),
    compactions: state.compactions,
    ...optionalField('context_tokens', state.context?.value),
    usage_by_model: state.usage_by_model,
  };
}

/** Without a process nothing waits, no matter what the rows contain. */
function queueOf(state: SessionState): string[] {
  return isLive(state) ? waitingPrompts(state) : [];
}

function presentAutonomy({ autonomy }: SessionState): Pick<SessionDetails, 'autonomy'> {
  if (!autonomy) return {};
  const { non_interactive, auto_continue, continued } = autonomy;
  return { autonomy: { non_interactive, continued, ...optionalField('auto_continue', auto_continue) } };
}

export function statusOf(state: SessionState): Status {
  if (!isLive(state)) return 'ended';
  if (openInteractions(state).length > 0) return 'waiting';
  return state.activity?.value.now ?? (startDialogOf(state) === undefined ? 'starting' : 'waiting');
}

export function driverOf({ control }: SessionState): DriverName {
  return control?.value.driver ?? 'external';
}

/** A run has the capabilities of its driver; without a run, those of the transcript remain. */
function capabilitiesOf(state: SessionState): Capability[] {
  // Hooks name a transcript even if none is written.
  const isNamed = state.observed.transcript_path !== undefined;
  const hasRecord = isNamed && state.persists !== false && !state.transcript_gone?.value;
  if (!isLive(state)) return hasRecord && !state.continued_as ? ['resume', 'fork'] : [];
  const taken = driverOf(state) === 'external' && liveRuns(state).length > 0 ? ['takeover' as const] : [];
  return [...(state.control?.value.capabilities ?? []), ...taken, ...(hasRecord ? ['fork' as const] : [])];
}

/** Visible processes decide; otherwise Claude Code's own reports do. */
export function isLive(state: SessionState): boolean {
  if (state.is_starting) return true;
  if (Object.keys(state.runs).length > 0) return liveRuns(state).length > 0;
  if (state.continued_as) return false;
  return state.life?.value === 'live';
}

export function liveRuns(state: SessionState) {
  return Object.values(state.runs).filter(({ ended_at }) => ended_at === undefined);
}

export function openInteractions(state: SessionState) {
  return Object.values(state.interactions).filter(({ state: now }) => now === 'open');
}

function endOf(state: SessionState): number | undefined {
  const ends = Object.values(state.runs).flatMap(({ ended_at }) => ended_at ?? []);
  if (ends.length > 0) return Math.max(...ends);
  return state.life?.value === 'ended' ? state.life.at : state.last_activity_at;
}

const byStart = (a: { started_at: string }, b: { started_at: string }) =>
  a.started_at.localeCompare(b.started_at);

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
