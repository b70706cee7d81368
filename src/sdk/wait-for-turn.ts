/**
 * Waits until the turn of a prompt is over: the hub logs that as an event, after everything that belongs to
 * the turn.
 */
import { emptyUsage } from '../core/usage/add-usage.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { MessageState } from '../protocol/messages.ts';
import type { Usage } from '../protocol/primitives.ts';
import { untilAnswered } from './retry-until-reached.ts';
import { isLogEvent, type StreamMessage } from './stream-message.ts';
import type { SubscribeOptions } from './subscribe.ts';

/** Options of `waitForTurn`. */
export interface WaitOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /**
   * A seq of the session from before the prompt was sent; without it a turn that is already over costs the
   * whole history.
   */
  readonly since?: number;
  /** Receives every event while waiting, such as one that reports what blocks the prompt. */
  readonly onEvent?: (event: ReinsEvent) => void;
}

/** The result of a prompt: how its turn ended, the answer, and what it used. */
export interface TurnResult {
  /** The session of the prompt. */
  readonly session_id: string;
  /** The prompt. */
  readonly message_id: string;
  /** How the turn ended. */
  readonly outcome: 'completed' | 'interrupted' | 'failed';
  /** The answer: Claude's last text. */
  readonly text: string;
  /** The JSON that the session was asked for with `json_schema`. */
  readonly structured_output?: unknown;
  /** Tokens of this turn, including its subagents. */
  readonly usage: Usage;
  /** The cost of this turn, as far as Claude Code has reported it. */
  readonly cost_usd?: number;
  /** The cost of the whole session so far. */
  readonly session_cost_usd?: number;
  /** Why the turn failed, for programs and for people. */
  readonly error?: {
    /** A stable code, for programs. */
    readonly code: string;
    /** A sentence for people. */
    readonly message: string;
  };
  /** The session that continues the conversation, after /clear. */
  readonly continued_as?: string;
}

/** The required part of the client. */
interface Looking {
  get(
    sessionId: string,
    options: { readonly signal: AbortSignal; readonly limit?: number },
  ): Promise<SessionAnswer>;
  subscribe(options: SubscribeOptions): AsyncGenerator<StreamMessage>;
}

const HAS_NO_TURN: ReadonlySet<MessageState> = new Set(['failed', 'removed']);

/**
 * Resolves with any outcome of the prompt, see `outcome` and `error`. Survives restarts of the hub. Throws if
 * the hub refuses (no such session, no valid token), and the signal's reason when it fires.
 */
export async function waitForTurn(
  client: Looking,
  sessionId: string,
  messageId: string,
  { signal, since, onEvent }: WaitOptions,
): Promise<TurnResult> {
  const look = () => client.get(sessionId, { signal, limit: 0 });
  const view = await untilAnswered(look, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  const known = view.messages.find(({ message_id }) => message_id === messageId);
  // Its end is among the events to come; otherwise it is in the history.
  const isOpen = known !== undefined && !HAS_NO_TURN.has(known.state) && known.finished_at === undefined;
  const after = isOpen ? since : Math.min(since ?? 0, view.seq - 1);
  const begin = after === undefined ? { lastEventId: view.last_event_id } : { since: after };
  let earlier: TurnResult | undefined;
  for await (const message of client.subscribe({ sessionId, live: false, signal, ...begin })) {
    if (!isLogEvent(message)) continue;
    const { event } = message;
    onEvent?.(event);
    const end = turnResult(event, messageId);
    if (end && event.seq > view.seq) return end;
    // The newest counts: a prompt that its session left behind is delivered when the session is resumed.
    earlier = end ?? earlier;
    if (!isOpen && event.seq >= view.seq) return earlier ?? unknownMessage(sessionId, messageId);
  }
  signal.throwIfAborted();
  throw new ReinsError('internal', `The hub ended the stream of session ${sessionId}.`);
}

/** The outcome of the prompt, if this event contains it. */
export function turnResult(event: ReinsEvent, messageId: string): TurnResult | undefined {
  if (!isOf(event, messageId)) return undefined;
  const { session_id } = event;
  switch (event.type) {
    case 'message_finished': {
      const { outcome, text, structured_output, usage, turn_cost_usd, cost_usd, error, continued_as } = event;
      return {
        ...{ session_id, message_id: messageId, outcome, text, usage: usage ?? emptyUsage() },
        ...(structured_output !== undefined && { structured_output }),
        ...(turn_cost_usd !== undefined && { cost_usd: turn_cost_usd }),
        ...(cost_usd !== undefined && { session_cost_usd: cost_usd }),
        ...(error && { error }),
        ...(continued_as !== undefined && { continued_as }),
      };
    }
    case 'message_removed': {
      const message = `The prompt was removed by ${event.by} before it was delivered.`;
      return failed(session_id, messageId, { code: 'message_removed', message });
    }
    case 'message_failed':
      return failed(session_id, messageId, { code: event.code, message: event.message });
    default:
      return undefined;
  }
}

function isOf(event: ReinsEvent, messageId: string): boolean {
  return 'message_id' in event && event.message_id === messageId;
}

function unknownMessage(sessionId: string, messageId: string): TurnResult {
  const message = 'This session has no such prompt.';
  return failed(sessionId, messageId, { code: 'message_not_found', message });
}

function failed(session_id: string, message_id: string, error: NonNullable<TurnResult['error']>): TurnResult {
  return { session_id, message_id, outcome: 'failed', text: '', usage: emptyUsage(), error };
}
