/** `reins mcp`: serves the hub's tools over standard input and output, which carry only the protocol. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { REINS_VERSION } from '../../lib/version.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { IDLE_SECONDS, leaveSessions } from '../../sdk-node/leave-sessions.ts';
import { findSession } from '../find-session.ts';
import { untilLeft } from '../until-left.ts';

export async function mcp({ readOnly = false }: { readonly readOnly?: boolean }): Promise<number> {
  const { client } = findHub(process.env);
  const started = new Set<string>();
  const handle = serveStdio(() =>
    createMcpServer({
      client,
      version: REINS_VERSION,
      isReadOnly: readOnly,
      ownSession: process.env['CLAUDE_CODE_SESSION_ID'],
      findSession: (meant) => findSession(client, meant),
      onStart: (sessionId) => started.add(sessionId),
      idleSeconds: IDLE_SECONDS,
    }),
  );
  await untilLeft();
  await leaveSessions(client, started);
  await handle.close();
  return 0;
}
