/** One of a session's newest turns, as far as the log holds it. */
import { groupTurns, turnOf } from '../core/group-turns.ts';
import type { Item } from '../protocol/conversation.ts';
import type { Turn } from '../protocol/session.ts';
import type { LogReader } from '../store/log-reader.ts';

/** Enough to find the last text of a turn. */
const NEWEST = { limit: 200, maxBytes: 4 * 1024 * 1024 };

export function turnInLog(
  reader: Pick<LogReader, 'items'>,
  sessionId: string,
  promptId: string,
): Turn | undefined {
  const turns = groupTurns(reader.items({ sessionId, ...NEWEST }).items);
  const isBegunBy = ({ id, kind }: Item) => kind === 'command' && id === `command:${promptId}`;
  return (
    turnOf(turns, promptId) ??
    turns.findLast(({ items }) => items.some(isBegunBy)) ??
    // A long turn starts before the newest items.
    turns.find(({ prompt }) => prompt === undefined)
  );
}
