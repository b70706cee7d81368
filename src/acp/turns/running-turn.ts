/**
 * The running turn, no matter who started it: it is over when Claude is done with it, or its process has
 * ended.
 */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { TurnEnd } from './stop-reason.ts';

export function endOfRunningTurn(event: ReinsEvent): TurnEnd | undefined {
  if (event.agent_id !== undefined) return undefined;
  switch (event.type) {
    case 'turn_reported':
    case 'turn_finished':
      return { outcome: event.outcome };
    case 'session_moved':
      return { outcome: 'completed' };
    case 'run_ended':
    case 'session_ended':
      return { outcome: 'interrupted' };
    default:
      return undefined;
  }
}
