/** Waits for the turn of a prompt as long as a client can wait, and reports progress to clients that ask for it. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { ReinsError } from '../protocol/errors.ts';
import type { Client } from '../sdk/client.ts';
import { outlineResult, type Waited, waitingFor } from './outline.ts';

export interface PromptToWaitFor {
  readonly sessionId: string;
  /** The newest one by default. */
  readonly messageId?: string | undefined;
  /** A seq of the session from before it was sent. */
  readonly since?: number | undefined;
  readonly seconds: number;
}

type Request = Pick<ServerContext['mcpReq'], 'signal' | '_meta' | 'notify'>;

const PROGRESS_MS = 5000;

export async function waitForPrompt(
  client: Client,
  { sessionId, messageId, since, seconds }: PromptToWaitFor,
  request: Request,
): Promise<Waited> {
  const message_id = messageId ?? (await newestPrompt(client, sessionId));
  const timeout = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([request.signal, timeout]);
  const stopReporting = reportProgress(client, sessionId, seconds, request);
  try {
    const result = await client.waitForTurn(sessionId, message_id, {
      signal,
      ...(since !== undefined && { since }),
    });
    return outlineResult(result);
  } catch (error) {
    if (!timeout.aborted || request.signal.aborted) throw error;
    const view = await client.get(sessionId, { limit: 0 });
    const { status } = view;
    return { session_id: sessionId, message_id, state: 'running', status, waiting_for: waitingFor(view) };
  } finally {
    stopReporting();
  }
}

async function newestPrompt(client: Client, sessionId: string): Promise<string> {
  const { messages } = await client.get(sessionId, { limit: 0 });
  const newest = messages.at(-1);
  if (newest) return newest.message_id;
  throw new ReinsError(
    'invalid_request',
    'No prompt was sent to this session through Reins. Call read_session to see what it is doing.',
  );
}

/** Clients that asked for it get the state immediately and every few seconds. Returns a function that ends it. */
function reportProgress(
  client: Client,
  sessionId: string,
  total: number,
  { _meta, notify, signal }: Request,
): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  const startedAt = performance.now();
  let isOver = false;
  const report = async () => {
    const view = await client.get(sessionId, { limit: 0 });
    const [asked] = waitingFor(view);
    const message = asked ? `waiting for a person: ${asked}` : (view.doing ?? view.status);
    const progress = (performance.now() - startedAt) / 1000;
    if (isOver || signal.aborted) return;
    await notify({ method: 'notifications/progress', params: { progressToken, progress, total, message } });
  };
  // Progress is optional: the result follows in any case.
  const tryToReport = () => void report().catch(() => {});
  tryToReport();
  const timer = setInterval(tryToReport, PROGRESS_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
