/**
 * Keeps the times in a session's state out of the future. Observations are ordered by time: after the clock
 * has been set back, everything new would count as older than the known state until the clock catches up.
 */
import type { Interaction } from '../protocol/interactions.ts';
import type { Message } from '../protocol/messages.ts';
import { waitingSteps } from './claude-queue.ts';
import type { Latest } from './latest.ts';
import type { Seen } from './observe.ts';
import type { SessionState } from './session-state.ts';

/** The latest time of an observation. */
export function newestTime(state: SessionState): number {
  const { last_activity_at = 0, activity, waiting_since = 0, waited, turn_ended_at = 0 } = state;
  return Math.max(last_activity_at, activity?.at ?? 0, waiting_since, waited?.until ?? 0, turn_ended_at);
}

/** The changes to the state so that nothing in it is later than `limit`. */
export function clampTimes(whole: SessionState, limit: number): Partial<SessionState> {
  const { seq: _seq, ...state } = whole;
  const atMost = (at: number) => Math.min(at, limit);
  const moment = new Date(limit).toISOString();
  const latest = Object.entries(state).map(([field, value]) => [
    field,
    isLatest(value) ? { ...value, at: atMost(value.at) } : value,
  ]);
  const { observed, runs, waited, waiting_since, turn_ended_at, interrupted_at, last_activity_at, tasks_at } =
    state;
  const { background_since } = state;
  return {
    ...(Object.fromEntries(latest) as Partial<SessionState>),
    observed: mapValues(observed, (seen) => seen && clampSeen(seen, atMost)),
    runs: mapValues(runs, (run) => ({
      ...clampMoments(run, ['started_at'], moment),
      ...(run.ended_at !== undefined && { ended_at: atMost(run.ended_at) }),
    })),
    // With equal times, the process of a step could not be determined any more.
    queue_steps: waitingSteps(whole).map((step) => ({ ...step, at: atMost(step.at) })),
    ...(waited && { waited: { ...waited, until: atMost(waited.until) } }),
    ...(waiting_since !== undefined && { waiting_since: atMost(waiting_since) }),
    ...(turn_ended_at !== undefined && { turn_ended_at: atMost(turn_ended_at) }),
    ...(interrupted_at !== undefined && { interrupted_at: atMost(interrupted_at) }),
    ...(last_activity_at !== undefined && { last_activity_at: atMost(last_activity_at) }),
    ...(tasks_at && { tasks_at: mapValues(tasks_at, atMost) }),
    ...(background_since && { background_since: mapValues(background_since, atMost) }),
    messages: mapValues(state.messages, (message) => clampMoments(message, MESSAGE_MOMENTS, moment)),
    interactions: mapValues(state.interactions, (interaction) => {
      const { answer } = interaction;
      const clamped = clampMoments(interaction, INTERACTION_MOMENTS, moment);
      return { ...clamped, ...(answer && { answer: clampMoments(answer, ['at'], moment) }) };
    }),
  };
}

function clampSeen<T extends Seen<unknown>>(seen: T, atMost: (at: number) => number): T {
  const { sure, hook_modes } = seen;
  return {
    ...seen,
    at: atMost(seen.at),
    ...(sure && { sure: { ...sure, at: atMost(sure.at) } }),
    ...(hook_modes && { hook_modes: mapValues(hook_modes, atMost) }),
  };
}

const MESSAGE_MOMENTS = ['queued_at', 'delivered_at', 'ended_at', 'finished_at'] satisfies (keyof Message)[];
const INTERACTION_MOMENTS = ['opened_at', 'shown_at', 'closed_at'] satisfies (keyof Interaction)[];

function clampMoments<T extends object>(thing: T, fields: readonly (keyof T)[], limit: string): T {
  const late = fields.filter((field) => {
    const moment = thing[field];
    return typeof moment === 'string' && moment > limit;
  });
  return late.length === 0 ? thing : { ...thing, ...Object.fromEntries(late.map((field) => [field, limit])) };
}

function isLatest(value: unknown): value is Latest<unknown> {
  return typeof value === 'object' && value !== null && 'at' in value && 'value' in value;
}

function mapValues<T extends object>(object: T, map: (value: T[keyof T]) => T[keyof T]): T {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)])) as T;
}
