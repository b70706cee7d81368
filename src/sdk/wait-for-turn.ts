/**
 * Waits until the turn that took a message is over, and tells what came of it. Follows the events of the session, over
 * restarts of the hub, and looks at the session itself from time to time: what no event tells must not be waited for
 * for ever.
 */
import type { SessionAnswer } from '../protocol/api.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Item, Turn } from '../protocol/session.ts';
import { pause } from './backoff.ts';
import { isLogEvent, type StreamMessage } from './stream-message.ts';
import type { SubscribeOptions } from './subscribe.ts';
import { untilAnswered } from './try-until-heard.ts';
import { TurnFollower, type Verdict } from './turn-follower.ts';

export interface WaitOptions {
  readonly signal: AbortSignal;
  /** A seq of the session from before the message was sent; without it a turn that is over already costs the whole history. */
  readonly since?: number;
  /** Told every event while waiting, such as one that says what is in the way. */
  readonly onEvent?: (event: ReinsEvent) => void;
  /** The time between two looks. */
  readonly lookMs?: number;
}

export interface TurnResult {
  readonly session_id: string;
  readonly message_id: string;
  readonly outcome: 'completed' | 'interrupted' | 'failed';
  /** The answer: what Claude said last. */
  readonly text: string;
  readonly structured_output?: unknown;
  /** Of the whole session so far. */
  readonly cost_usd?: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** The session that the conversation goes on as, after /clear. */
  readonly continued_as?: string;
}

/** What is needed of the client. */
interface Looking {
  get(sessionId: string, options: { readonly signal: AbortSignal }): Promise<SessionAnswer>;
  subscribe(options: SubscribeOptions): AsyncGenerator<StreamMessage>;
}

const LOOK_MS = 3000;
/** How often the text of an answer is looked for when the end of the turn was told first. */
const TEXT_LOOKS = 10;
const TEXT_LOOK_MS = 100;

/**
 * Resolves whatever becomes of the message: `outcome` and `error` tell. Throws when the hub refuses (no such session, no
 * valid token), and the signal's reason when it fires.
 */
export async function waitForTurn(
  client: Looking,
  sessionId: string,
  messageId: string,
  { signal, since, onEvent, lookMs = LOOK_MS }: WaitOptions,
): Promise<TurnResult> {
  const done = new AbortController();
  const inner = AbortSignal.any([signal, done.signal]);
  try {
    const first = await lookAt(client, sessionId, signal);
    if (!first) throw signal.reason;
    const known = first.messages.find(({ message_id }) => message_id === messageId);
    // A message that has not been accepted yet has all its news before it; otherwise the history has to tell.
    const isOnItsWay = known?.state === 'queued' || known?.state === 'delivered';
    const begin =
      since === undefined && isOnItsWay ? { lastEventId: first.last_event_id } : { since: since ?? 0 };
    const follower = new TurnFollower(messageId, 'lastEventId' in begin ? known : undefined);
    follower.notice(first);
    const verdict =
      (known && follower.look(first)) ??
      (await Promise.race([
        followEvents(client, follower, { sessionId, live: false, signal: inner, ...begin }, onEvent),
        lookAgain(client, follower, sessionId, inner, lookMs),
      ]));
    signal.throwIfAborted();
    if (!verdict) throw new ReinsError('internal', `The hub ended the stream of session ${sessionId}.`);
    return await describe(client, sessionId, messageId, verdict, signal);
  } finally {
    done.abort();
  }
}

async function followEvents(
  client: Looking,
  follower: TurnFollower,
  options: SubscribeOptions,
  onEvent: WaitOptions['onEvent'],
): Promise<Verdict | undefined> {
  for await (const message of client.subscribe(options)) {
    if (!isLogEvent(message)) continue;
    onEvent?.(message.event);
    const verdict = follower.event(message.event);
    if (verdict) return verdict;
  }
  return undefined;
}

async function lookAgain(
  client: Looking,
  follower: TurnFollower,
  sessionId: string,
  signal: AbortSignal,
  lookMs: number,
): Promise<Verdict | undefined> {
  for (;;) {
    await pause(lookMs, signal);
    if (signal.aborted) return undefined;
    const view = await lookAt(client, sessionId, signal);
    const verdict = view && follower.look(view);
    if (verdict) return verdict;
  }
}

/** Waits for a hub that is not there; undefined when the signal fired. */
async function lookAt(
  client: Looking,
  sessionId: string,
  signal: AbortSignal,
): Promise<SessionAnswer | undefined> {
  return untilAnswered(() => client.get(sessionId, { signal }), { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });
}

async function describe(
  client: Looking,
  sessionId: string,
  messageId: string,
  { outcome, error, report, promptId, continuedAs, text: known }: Verdict,
  signal: AbortSignal,
): Promise<TurnResult> {
  const facts = { session_id: sessionId, message_id: messageId, outcome, ...(error && { error }) };
  if (report?.result !== undefined) {
    const { result, structured_output, total_cost_usd } = report;
    return {
      ...facts,
      text: result,
      ...(structured_output !== undefined && { structured_output }),
      cost_usd: total_cost_usd,
    };
  }
  const turn = known === undefined ? promptId : undefined;
  const { text, cost_usd } = await lookUpAnswer(client, sessionId, turn, outcome, signal);
  const cost = report?.total_cost_usd ?? cost_usd;
  return {
    ...facts,
    text: known ?? text,
    ...(report?.structured_output !== undefined && { structured_output: report.structured_output }),
    ...(cost !== undefined && { cost_usd: cost }),
    ...(continuedAs !== undefined && { continued_as: continuedAs }),
  };
}

/** The end of a turn may be told a moment before its last words are. */
export async function lookUpAnswer(
  client: Looking,
  sessionId: string,
  promptId: string | undefined,
  outcome: Verdict['outcome'],
  signal: AbortSignal,
): Promise<{ text: string; cost_usd?: number | undefined }> {
  for (let look = 1; ; look++) {
    const view = await lookAt(client, sessionId, signal);
    signal.throwIfAborted();
    const { turns = [], cost_usd } = view ?? {};
    const turn = turnOf(turns, promptId);
    const text = turn?.items.findLast((item) => item.kind === 'text')?.text ?? '';
    const isWhole = turn?.items.at(-1)?.kind === 'text' || outcome !== 'completed' || promptId === undefined;
    if (isWhole || look === TEXT_LOOKS) return { text, cost_usd };
    await pause(TEXT_LOOK_MS, signal);
  }
}

function turnOf(turns: readonly Turn[], promptId: string | undefined): Turn | undefined {
  if (promptId === undefined) return undefined;
  const isBegunBy = ({ id, kind }: Item) => kind === 'command' && id === `command:${promptId}`;
  return turns.findLast(
    ({ prompt, items }) =>
      (prompt?.kind === 'prompt' && prompt.prompt_id === promptId) || items.some(isBegunBy),
  );
}
