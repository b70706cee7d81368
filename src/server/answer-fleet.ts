/** Answers other hosts of the fleet: their calls with the same app as calls over HTTP, and their viewers of terminals. */
import type { Identity } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type Need, requireRole } from './access/access-table.ts';
import type { App } from './app.ts';
import type { AppEnv } from './app-env.ts';
import type { ServerDeps } from './server-deps.ts';
import { startTerminal } from './streams/start-terminal.ts';
import type { TerminalSession, TerminalSocket } from './streams/terminal-session.ts';

interface RemoteCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ORIGIN = 'http://localhost';

export function answerFleet(app: App, deps: Pick<ServerDeps, 'reader' | 'steering' | 'fleet'>) {
  return {
    async answerHttp({ method, path, headers }: RemoteCall, body: Buffer, by: Identity): Promise<Response> {
      const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
      const request = new Request(ORIGIN + path, {
        method,
        headers: { ...headers, host: 'localhost' },
        ...(hasBody && { body: new Uint8Array(body) }),
      });
      return app.fetch(request, { remote: by } as unknown as AppEnv['Bindings']);
    },

    openTerminal(sessionId: string, socket: TerminalSocket, by: () => Identity): TerminalSession | undefined {
      const require = (need: Need) => requireRole(by(), need);
      return startTerminal(deps, sessionId, socket, { require }, () => {
        require('operator');
        if (!deps.fleet.isShared(sessionId))
          throw new ReinsError('session_not_found', `There is no session ${sessionId} on that host.`);
      });
    },
  };
}
