/** Whether the dialog of a request is still on the screen, according to Claude Code's own status. */
import type { SessionState } from './session-state.ts';

/**
 * `open`: Claude Code is waiting for a person. `gone`: it has continued since the request arrived. `unseen`:
 * its status has not changed since, for example because the list of live sessions is not read. The status may
 * change before the request arrives, so what counts is when the waiting ended, not when it started. Requests
 * of subagents do not show in it.
 */
export function dialogState(
  { waiting_since: since = 0, waited }: Pick<SessionState, 'waiting_since' | 'waited'>,
  openedAt: number,
): 'open' | 'gone' | 'unseen' {
  const until = waited?.until ?? 0;
  if (since > until) return 'open';
  return until > openedAt ? 'gone' : 'unseen';
}

/** When the turn ended, or the process was seen idle. */
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
