/**
 * The hub as tools for a Claude Code session or any other MCP client: read and prompt sessions, start one and
 * wait for its result. There is no tool to answer requests, and there must never be one: that is for people.
 */
import { randomUUID } from 'node:crypto';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { joinTurns } from '../core/conversation/join-turns.ts';
import { withAddresses } from '../core/session-address.ts';
import { untrustedFolder, untrustedText } from '../core/wording/trust-text.ts';
import { MAX_PAGE, type SessionAnswer, type TurnsPage } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import { statusSchema } from '../protocol/session.ts';
import type { Client } from '../sdk/client.ts';
import { callerMode, modeToStartIn, requireNoLooser } from './caller-mode.ts';
import { describeConversation, describeResult, describeSession, type Excerpt } from './session-text.ts';

export interface McpServerOptions {
  readonly client: Client;
  readonly version: string;
  /** Only the read-only tools. */
  readonly isReadOnly: boolean;
  /** The calling session, if known: it cannot wait for itself. */
  readonly ownSession?: string | undefined;
}

const session_id = z.string().describe('the session id, as list_sessions shows it');
const waiting = {
  wait: z
    .boolean()
    .default(true)
    .describe('wait for the answer; otherwise return once the prompt is accepted'),
  timeout_seconds: z.number().min(1).max(3600).default(600).describe('how long to wait'),
};

const TOOLS = {
  list_sessions: {
    description:
      'Lists Claude Code sessions on this machine and on the other hosts of its fleet, most recently active first.',
    inputSchema: z.object({
      status: statusSchema.optional(),
      host: z.string().optional().describe('only sessions on this host of the fleet'),
      cwd: z.string().optional().describe('only sessions in this folder'),
      q: z.string().optional().describe('only sessions with these words in their title or folder'),
      limit: z.int().min(1).max(100).default(20),
    }),
    annotations: { readOnlyHint: true },
  },
  read_session: {
    description:
      'Shows the newest turns of a session: prompts, answers, tool calls, errors, how each turn ended, and pending requests.',
    inputSchema: z.object({
      session_id,
      turns: z.int().min(1).max(50).default(5).describe('number of turns'),
      before: z
        .number()
        .optional()
        .describe('only turns before this position; included in an answer that omits earlier turns'),
    }),
    annotations: { readOnlyHint: true },
  },
  send_prompt: {
    description:
      'Sends a prompt to a session and waits for the answer. The prompt is queued while the session is busy. A person decides its permission requests. Sessions in a looser permission mode than your own are refused.',
    inputSchema: z.object({ session_id, text: z.string().min(1), ...waiting }),
  },
  start_session: {
    description:
      'Starts a new Claude Code session in a folder with a prompt and waits for its result. A person decides its permission requests, and must have trusted the folder before.',
    inputSchema: z.object({
      host: z.string().optional().describe('the host of the fleet to work on; this machine by default'),
      cwd: z.string().describe('the folder to work in, on that host'),
      prompt: z.string().min(1),
      model: z.string().optional(),
      permission_mode: z.enum(['default', 'plan']).optional().describe('never looser than your own'),
      name: z.string().optional(),
      ...waiting,
    }),
  },
} as const;

export function createMcpServer({ client, version, isReadOnly, ownSession }: McpServerOptions): McpServer {
  const server = new McpServer({ name: 'reins', version }, { capabilities: { tools: {} } });

  server.registerTool('list_sessions', TOOLS.list_sessions, (filter) =>
    answer(async () => {
      const { items } = await client.list({ ...filter, archived: false });
      return items.length === 0
        ? 'No matching sessions.'
        : withAddresses(items).map(describeSession).join('\n');
    }),
  );
  server.registerTool('read_session', TOOLS.read_session, ({ session_id: id, turns: wanted, before }) =>
    answer(async () => {
      const session = { ...(await client.get(id)), session_id: id };
      return describeConversation(session, await readTurns(client, session, wanted, before), wanted);
    }),
  );
  if (isReadOnly) return server;

  server.registerTool('send_prompt', TOOLS.send_prompt, ({ session_id: id, text, ...how }, { mcpReq }) =>
    answer(async () => {
      if (id === ownSession) throw new ReinsError('invalid_request', 'This is the session you are in.');
      const { seq, permission_mode_bounds } = await client.get(id);
      requireNoLooser(permission_mode_bounds, await callerMode(client, ownSession), id);
      const { message_id } = await client.send(id, { text });
      return waitFor(id, message_id, seq, how, mcpReq.signal);
    }),
  );
  server.registerTool(
    'start_session',
    TOOLS.start_session,
    ({ prompt, wait, timeout_seconds, permission_mode: wanted, ...body }, { mcpReq }) =>
      answer(async () => {
        const permission_mode = modeToStartIn(wanted, await callerMode(client, ownSession));
        const order = { ...body, permission_mode, driver: 'stream' } as const;
        const { session_id: id, seq } = await client.createSession(order);
        const { message_id } = await client.send(id, { text: prompt, message_id: randomUUID() });
        return waitFor(id, message_id, seq, { wait, timeout_seconds }, mcpReq.signal);
      }),
  );
  return server;

  async function waitFor(
    id: string,
    messageId: string,
    since: number,
    { wait, timeout_seconds }: { readonly wait: boolean; readonly timeout_seconds: number },
    cancelled: AbortSignal,
  ): Promise<string> {
    if (!wait) return `The prompt was accepted. Call read_session with session_id ${id} to see the result.`;
    const timeout = AbortSignal.timeout(timeout_seconds * 1000);
    const signal = AbortSignal.any([cancelled, timeout]);
    try {
      return describeResult(await client.waitForTurn(id, messageId, { signal, since }));
    } catch (error) {
      if (!timeout.aborted || cancelled.aborted) throw error;
      const now = describeSession(await client.get(id));
      return `No result after ${timeout_seconds} seconds; the session continues. Call read_session later.\n${now}`;
    }
  }
}

/** One turn more than requested, so that the first of those is complete; fewer if there are no more. */
async function readTurns(
  client: Client,
  session: SessionAnswer,
  wanted: number,
  before: number | undefined,
): Promise<Excerpt> {
  const { session_id: id } = session;
  let page: TurnsPage = before === undefined ? session : await client.turns(id, { before, limit: MAX_PAGE });
  let { turns } = page;
  while (turns.length <= wanted && page.older_before !== undefined) {
    page = await client.turns(id, { before: page.older_before, limit: MAX_PAGE });
    if (page.turns.length === 0) break;
    turns = joinTurns(page.turns, turns);
  }
  return { turns, isEnd: before === undefined, hasMore: page.older_before !== undefined };
}

/** Errors reach the model with the hub's own message. */
async function answer(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await work() }] };
  } catch (error) {
    if (!(error instanceof ReinsError)) throw error;
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${wordsOf(error)}` }] };
  }
}

/** Only a person can trust a folder: there is no field for it here. */
function wordsOf(error: ReinsError): string {
  const folder = untrustedFolder(error);
  return folder === undefined
    ? error.message
    : `${untrustedText(folder)} A person has to trust it first: ask the user to run "claude" or "reins new" there.`;
}
