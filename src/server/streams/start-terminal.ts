/** Starts a viewer of a terminal of this host, or reports why there is none. */
import type { Caller } from '../access/caller.ts';
import { toReinsError } from '../error-answers.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';
import { TerminalSession, type TerminalSocket } from './terminal-session.ts';

const NORMAL = 1000;

/** `admit` throws if this viewer may see nothing. */
export function startTerminal(
  deps: Pick<ServerDeps, 'reader' | 'steering'>,
  sessionId: string,
  socket: TerminalSocket,
  caller: Pick<Caller, 'require'>,
  admit: () => void = () => {},
): TerminalSession | undefined {
  try {
    admit();
    return new TerminalSession(socket, steeringOf(deps, sessionId).runTerminal(sessionId), caller);
  } catch (error) {
    socket.send(JSON.stringify({ type: 'end', reason: toReinsError(error).message }));
    socket.close(NORMAL, 'no terminal');
    return undefined;
  }
}
