/** What the hub does automatically in a session: the chosen options, and the progress. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { SessionState } from './session-state.ts';

/** Claude Code's name for a turn that ended at its limit of turns. */
const MAX_TURNS = 'error_max_turns';

type AutonomyEvent = ReinsEvent<
  'autonomy_chosen' | 'turn_reported' | 'auto_continued' | 'auto_continue_stopped'
>;

export function reduceAutonomy(
  autonomy: SessionState['autonomy'],
  event: AutonomyEvent,
): Pick<SessionState, 'autonomy'> {
  if (event.type === 'autonomy_chosen') {
    const { non_interactive, auto_continue } = event;
    return { autonomy: { non_interactive, continued: 0, ...(auto_continue && { auto_continue }) } };
  }
  if (!autonomy) return {};
  const { due: _, ...settled } = autonomy;
  switch (event.type) {
    case 'turn_reported':
      return { autonomy: event.error?.code === MAX_TURNS ? { ...settled, due: event.seq } : settled };
    case 'auto_continued':
      return { autonomy: { ...settled, continued: event.count, message_id: event.message_id } };
    case 'auto_continue_stopped':
      return { autonomy: settled };
  }
}
