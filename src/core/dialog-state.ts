/** Whether the dialog of an ask is still on the screen, as far as Claude Code's own status tells. */
import type { SessionState } from './session-state.ts';

/**
 * `open`: Claude Code waits for a person now. `gone`: it has gone on since the ask came. `unseen`: its status has told
 * nothing since then, as where no list of live sessions is read. The status may say so before the ask has arrived, so
 * what counts is when the waiting ended, not when it began. Asks of subagents do not show in it.
 */
export function dialogState(
  { waiting_since: since = 0, waited }: Pick<SessionState, 'waiting_since' | 'waited'>,
  openedAt: number,
): 'open' | 'gone' | 'unseen' {
  const until = waited?.until ?? 0;
  if (since > until) return 'open';
  return until > openedAt ? 'gone' : 'unseen';
}

/** When the turn ended, or the process was seen at rest. */
export function turnEnd({
  turn_ended_at = 0,
  activity,
}: Pick<SessionState, 'turn_ended_at' | 'activity'>): number {
  return activity?.value.now === 'idle' ? Math.max(turn_ended_at, activity.at) : turn_ended_at;
}

/** Whether there is a screen on which a person could answer. */
export function hasTerminal(state: SessionState): boolean {
  const runs = Object.values(state.runs);
  return runs.length === 0 || runs.some(({ entrypoint }) => entrypoint === undefined || entrypoint === 'cli');
}
