/** Where a search hit is shown: its conversation, at that place. */
import type { SearchHit } from '../../src/protocol/history.ts';
import type { PageSessions } from '../hub/page-sessions.ts';

/** `words` are marked there. */
export function hitPath(
  { session_id, host, agent_id, position }: SearchHit,
  sessions: PageSessions,
  words: string,
): string {
  const address = host === undefined ? session_id : sessions.addressOf({ session_id, host });
  const rest = new URLSearchParams({ q: words, ...(agent_id !== undefined && { agent: agent_id }) });
  return `/sessions/${address}/at/${position}?${rest}`;
}
