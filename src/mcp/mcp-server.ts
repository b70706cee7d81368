/**
 * The hub as tools for a Claude Code session or any other MCP client: read, search, start, prompt and end sessions. There is
 * no tool to answer requests or to trust a folder, and there must never be one: that is for people.
 */
import { randomUUID } from 'node:crypto';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { joinTurns } from '../core/conversation/join-turns.ts';
import { splitAddress, withAddresses } from '../core/session-address.ts';
import { untrustedFolder, untrustedText } from '../core/wording/trust-text.ts';
import { MAX_PAGE, type SessionAnswer, type TurnsPage } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Client } from '../sdk/client.ts';
import { callerMode, modeToStartIn, requireNoLooser } from './caller-mode.ts';
import { type Excerpt, outlineConversation, outlineHit, outlineSession } from './outline.ts';
import { conversationText, hitText, sessionText, waitedText } from './session-text.ts';
import { TOOLS } from './tools.ts';
import { waitForPrompt } from './wait-for-prompt.ts';

export interface McpServerOptions {
  readonly client: Client;
  readonly version: string;
  /** Only the read-only tools. */
  readonly isReadOnly: boolean;
  /** The calling session, if known: it cannot wait for itself. */
  readonly ownSession?: string | undefined;
  /** The whole id for the start of one. */
  readonly findSession: (meant: string) => Promise<string>;
  /** Called with each session that the client has started or resumed. */
  readonly onStart?: (sessionId: string) => void;
  /** How long such a session may be idle before the hub ends it. */
  readonly idleSeconds: number;
}

export function createMcpServer(options: McpServerOptions): McpServer {
  const { client, version, isReadOnly, ownSession, findSession, onStart, idleSeconds } = options;
  const server = new McpServer({ name: 'reins', version }, { capabilities: { tools: {} } });
  /** By prompt of this client: the state of its session before. */
  const sentAfter = new Map<string, number>();

  server.registerTool('list_sessions', TOOLS.list_sessions, (filter) =>
    answer(async () => {
      const { items, next_cursor } = await client.list({ ...filter, archived: false });
      const sessions = withAddresses(items).map(outlineSession);
      const text = sessions.map(sessionText).join('\n') || 'No matching sessions.';
      return [{ sessions, has_more: next_cursor !== undefined }, text];
    }),
  );
  server.registerTool('read_session', TOOLS.read_session, ({ session_id: meant, turns: wanted, before }) =>
    answer(async () => {
      const id = await findSession(meant);
      const session = { ...(await client.get(id)), session_id: id };
      const excerpt = await readTurns(client, session, wanted, before);
      const conversation = outlineConversation(session, excerpt, wanted);
      return [conversation, conversationText(conversation)];
    }),
  );
  server.registerTool('search_sessions', TOOLS.search_sessions, ({ q, ...filter }, { mcpReq }) =>
    answer(async () => {
      const { items, is_complete } = await client.search(q, defined(filter), mcpReq.signal);
      const results = items.map(outlineHit);
      return [{ results, is_complete }, results.map(hitText).join('\n') || 'Nothing matches.'];
    }),
  );
  server.registerTool('wait_for_turn', TOOLS.wait_for_turn, (wanted, { mcpReq }) =>
    answer(async () => {
      const { message_id: messageId = '', timeout_seconds: seconds } = wanted;
      const sessionId = await findOther(wanted.session_id);
      const since = sentAfter.get(messageId);
      const prompt = { sessionId, messageId: messageId || undefined, since, seconds };
      const waited = await waitForPrompt(client, prompt, mcpReq);
      return [waited, waitedText(waited)];
    }),
  );
  if (isReadOnly) return server;

  server.registerTool('send_prompt', TOOLS.send_prompt, ({ session_id: meant, text }) =>
    answer(async () => {
      const { id, view, caller } = await findPromptable(meant);
      if (view.status === 'ended') {
        const permission_mode = modeToStartIn(undefined, caller);
        await client.resume(id, { permission_mode, driver: 'stream', end_when_idle_seconds: idleSeconds });
        onStart?.(id);
      }
      const message_id = await send(id, text, view.seq);
      return [{ session_id: id, message_id }, `The prompt was accepted. ${nextStep(id, message_id)}`];
    }),
  );
  server.registerTool('start_session', TOOLS.start_session, ({ prompt, permission_mode: wanted, ...body }) =>
    answer(async () => {
      const permission_mode = modeToStartIn(wanted, await callerMode(client, ownSession));
      const order = { ...body, permission_mode, driver: 'stream' } as const;
      const { session_id, seq } = await client.createSession({
        ...order,
        end_when_idle_seconds: idleSeconds,
      });
      onStart?.(session_id);
      const message_id = await send(session_id, prompt, seq);
      const text = `Started session ${session_id}. ${nextStep(session_id, message_id)}`;
      return [{ session_id, message_id, permission_mode }, text];
    }),
  );
  server.registerTool('interrupt_session', TOOLS.interrupt_session, ({ session_id: meant }) =>
    answer(async () => {
      const { id } = await findPromptable(meant);
      const session = outlineSession({ ...(await client.interrupt(id)), address: id });
      return [{ session }, sessionText(session)];
    }),
  );
  server.registerTool('stop_session', TOOLS.stop_session, ({ session_id: meant }) =>
    answer(async () => {
      const { id, view } = await findPromptable(meant);
      if (view.driver === 'external' && view.status !== 'ended') {
        throw new ReinsError(
          'forbidden',
          'A person started this session in a terminal. Ask the user to end it.',
        );
      }
      const session = outlineSession({ ...(await client.stopSession(id)), address: id });
      return [{ session }, sessionText(session)];
    }),
  );
  return server;

  async function findOther(meant: string): Promise<string> {
    const id = await findSession(meant);
    if (splitAddress(id).id === ownSession)
      throw new ReinsError('invalid_request', 'This is the session you are in.');
    return id;
  }

  /** A session that the caller may prompt, and therefore interrupt and end: none looser than the caller. */
  async function findPromptable(meant: string) {
    const id = await findOther(meant);
    const [view, caller] = [await client.get(id, { limit: 0 }), await callerMode(client, ownSession)];
    requireNoLooser(view.permission_mode_bounds, caller, id);
    return { id, view, caller };
  }

  async function send(sessionId: string, text: string, since: number): Promise<string> {
    const { message_id } = await client.send(sessionId, { text, message_id: randomUUID() });
    sentAfter.set(message_id, since);
    return message_id;
  }
}

function nextStep(sessionId: string, messageId: string): string {
  return `Call wait_for_turn with session_id ${sessionId} and message_id ${messageId} for the result.`;
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

/** The result for programs, and the same as text. Errors reach the model with the hub's own message. */
async function answer<Result extends object>(work: () => Promise<[Result, string]>): Promise<CallToolResult> {
  try {
    const [structured, text] = await work();
    return { content: [{ type: 'text', text }], structuredContent: structured as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof ReinsError)) throw error;
    return { isError: true, content: [{ type: 'text', text: `${error.code}: ${wordsOf(error)}` }] };
  }
}

function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Only a person can trust a folder: there is no field for it here. */
function wordsOf(error: ReinsError): string {
  const folder = untrustedFolder(error);
  return folder === undefined
    ? error.message
    : `${untrustedText(folder)} A person has to trust it first: ask the user to run "claude" or "reins new" there.`;
}
