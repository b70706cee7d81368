/** The current session, for deeply nested components. */
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { SessionView } from '../../src/protocol/session.ts';

/** Only what the rows of a conversation need: every change re-renders all of them. */
export interface SessionAbout
  extends Pick<SessionView, 'session_id' | 'cwd' | 'status' | 'interactions' | 'agents'> {
  readonly canFork: boolean;
}

export const SessionContext = createContext<SessionAbout | undefined>(undefined);

/** Whether the row is the one that was searched for: then it is open. */
export const FoundContext = createContext(false);

export function useSessionView(): SessionAbout {
  const about = useContext(SessionContext);
  if (!about) throw new Error('useSessionView needs a SessionContext around it');
  return about;
}

/** Returns the same object until one of its fields changes, even while text is streaming. */
export function useAbout(view: SessionView | undefined): SessionAbout | undefined {
  const { session_id, cwd, status, interactions, agents } = view ?? {};
  const canFork = view?.capabilities.includes('fork') ?? false;
  return useMemo(
    () =>
      view && {
        session_id: view.session_id,
        cwd: view.cwd,
        status: view.status,
        interactions: view.interactions,
        agents: view.agents,
        canFork,
      },
    [session_id, cwd, status, interactions, agents, canFork],
  );
}
