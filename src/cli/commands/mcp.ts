/** `reins mcp`: serves the hub's tools over standard input and output, which carry only the protocol. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { REINS_VERSION } from '../../lib/version.ts';
import { createMcpServer } from '../../mcp/mcp-server.ts';
import { findHub } from '../../sdk-node/find-hub.ts';

export async function mcp({ readOnly = false }: { readonly readOnly?: boolean }): Promise<number> {
  const { client } = findHub(process.env);
  const handle = serveStdio(() =>
    createMcpServer({
      client,
      version: REINS_VERSION,
      isReadOnly: readOnly,
      ownSession: process.env['CLAUDE_CODE_SESSION_ID'],
    }),
  );
  await new Promise((resolve) => process.stdin.on('end', resolve).on('close', resolve));
  await handle.close();
  return 0;
}
