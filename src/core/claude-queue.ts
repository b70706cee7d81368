/**
 * Claude Code's own queue. A process loses its queue when it ends, and a row for a prompt that left the queue
 * does not name it. So the steps are kept with their times and assigned to processes only on request: the
 * result does not depend on whether the rows or the start of a process became known first.
 */
import type { Run } from '../protocol/session.ts';

/**
 * A prompt that joined the queue, with an empty text for Claude Code's own notices. Without a text: the first
 * one left.
 */
export interface QueueStep {
  readonly at: number;
  readonly text?: string;
}

/** The steps of a session, and its processes. */
export interface QueueState {
  readonly queue_steps?: readonly QueueStep[];
  readonly runs: Readonly<Record<string, Run & { readonly ended_at?: number; readonly has_moved?: true }>>;
}

/** Prompts that a process had in its queue when it ended. */
export interface LostPrompts {
  readonly pid: number;
  readonly start_mark: string;
  readonly texts: readonly string[];
}

/**
 * Steps pile up after a lost prompt. Above this number only those are kept that matter for the known
 * processes.
 */
const MANY_STEPS = 100;
const STEPS_KEPT = 1000;

export function joinQueue(state: QueueState, text: string, at: number): readonly QueueStep[] {
  return compact(state, [...(state.queue_steps ?? []), { text, at }]);
}

export function leaveQueue(state: QueueState, text: string | undefined, at: number): readonly QueueStep[] {
  const { queue_steps: steps = [] } = state;
  if (text === undefined) return compact(state, [...steps, { at }]);
  // An earlier prompt with the same text may be a lost one.
  const index = steps.findLastIndex((step) => step.text === text);
  return index === -1 ? steps : compact(state, steps.toSpliced(index, 1));
}

function compact({ runs }: QueueState, steps: readonly QueueStep[]): readonly QueueStep[] {
  const joined = steps.filter(({ text }) => text !== undefined).length;
  // The queue is empty, no matter which process the steps belong to.
  if (joined <= steps.length - joined) return [];
  if (steps.length <= MANY_STEPS) return steps;
  return waitingSteps({ queue_steps: steps, runs }).slice(-STEPS_KEPT);
}

/** The steps that produce the current queues of the live processes. */
export function waitingSteps({ queue_steps = [], runs }: QueueState): QueueStep[] {
  if (queue_steps.length === 0) return [];
  if (Object.keys(runs).length === 0) return remaining(queue_steps);
  return stepsByRun({ queue_steps, runs }).flatMap(({ run, steps }) =>
    run.ended_at === undefined ? remaining(steps) : [],
  );
}

/** The prompts in the queues of live processes. */
export function waitingPrompts(state: QueueState): string[] {
  return waitingSteps(state).flatMap(({ text }) => text || []);
}

/**
 * The prompts that were in the queues of processes when they ended. A process that moved to another session
 * kept its queue.
 */
export function lostPrompts({ queue_steps = [], runs }: QueueState): LostPrompts[] {
  if (queue_steps.length === 0) return [];
  return stepsByRun({ queue_steps, runs }).flatMap(({ run, steps }) => {
    const { pid, start_mark, ended_at, has_moved } = run;
    if (ended_at === undefined || has_moved) return [];
    // Later steps belong to a process that is not known yet.
    const texts = remaining(steps.filter(({ at }) => at <= ended_at)).flatMap(({ text }) => text || []);
    return texts.length > 0 ? [{ pid, start_mark, texts }] : [];
  });
}

/**
 * Each step belongs to the last process started before it. Steps before the first known process are omitted.
 */
function stepsByRun({ queue_steps, runs }: Required<QueueState>) {
  const byStart = Object.values(runs)
    .map((run) => ({ run, start: Date.parse(run.started_at), steps: [] as QueueStep[] }))
    .sort((a, b) => a.start - b.start);
  for (const step of queue_steps) byStart.findLast(({ start }) => start <= step.at)?.steps.push(step);
  return byStart;
}

function remaining(steps: readonly QueueStep[]): QueueStep[] {
  const queue: QueueStep[] = [];
  for (const step of steps) {
    if (step.text === undefined) queue.shift();
    else queue.push(step);
  }
  return queue;
}
