/** Changes a session, shows it in the list, and offers to undo that it was archived. */
import { t } from '../../src/core/translate.ts';
import type { Session } from '../../src/protocol/session.ts';
import type { SessionPatch } from '../../src/protocol/steering.ts';
import type { PageHub } from '../hub/page-hub.ts';
import { showDone } from '../parts/strip.tsx';

export async function changeSession(
  hub: Pick<PageHub, 'client' | 'sessions'>,
  address: string,
  patch: SessionPatch,
): Promise<Session> {
  const before = hub.sessions.get(address);
  const session = await hub.client.changeSession(address, patch);
  hub.sessions.put(session);
  // The change itself is not news to the person who made it.
  if (!before || !hub.sessions.isUnread(before)) hub.sessions.markSeen(address, session.seq);
  if (patch.archived)
    showDone({
      words: t('Session archived. A prompt or a request brings it back.'),
      undo: () => void changeSession(hub, address, { archived: false }).catch(failed),
    });
  return session;
}

function failed(error: unknown): void {
  showDone({ words: (error as Error).message });
}
