/** The session that a part of the screen belongs to, for parts deep inside of it. */
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { SessionView } from '../../src/protocol/session.ts';

/** No more than the rows of a conversation need: whatever is in here has all of them drawn again when it changes. */
export type SessionAbout = Pick<SessionView, 'session_id' | 'cwd' | 'status' | 'interactions' | 'agents'>;

export const SessionContext = createContext<SessionAbout | undefined>(undefined);

export function useSessionView(): SessionAbout {
  const about = useContext(SessionContext);
  if (!about) throw new Error('This part of the page is drawn only within a session.');
  return about;
}

/** The same object while nothing in it has changed, however often text is added to the view. */
export function useAbout(view: SessionAbout | undefined): SessionAbout | undefined {
  const { session_id, cwd, status, interactions, agents } = view ?? {};
  return useMemo(
    () =>
      view && {
        session_id: view.session_id,
        cwd: view.cwd,
        status: view.status,
        interactions: view.interactions,
        agents: view.agents,
      },
    [session_id, cwd, status, interactions, agents],
  );
}
