/** Converts the editor's MCP servers to Claude Code's configuration. */
import type { McpServer } from '@agentclientprotocol/sdk';

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Undefined if there are none. */
export function mcpConfigOf(servers: readonly McpServer[] = []): { mcpServers: object } | undefined {
  if (servers.length === 0) return undefined;
  return { mcpServers: Object.fromEntries(servers.map((server) => [nameOf(server), describe(server)])) };
}

/** Claude Code accepts letters, digits, dashes and underscores. */
function nameOf({ name }: McpServer): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

function describe(server: McpServer): object {
  if ('url' in server) return { type: server.type, url: server.url, headers: record(server.headers) };
  return { type: 'stdio', command: server.command, args: server.args, env: record(server.env) };
}

function record(pairs: readonly Pair[] = []): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
