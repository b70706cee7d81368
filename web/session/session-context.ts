/** The session that a part of the screen belongs to, for parts deep inside of it. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionView } from '../../src/protocol/session.ts';

export const SessionContext = createContext<SessionView | undefined>(undefined);

export function useSessionView(): SessionView {
  const view = useContext(SessionContext);
  if (!view) throw new Error('This part of the page is drawn only within a session.');
  return view;
}
