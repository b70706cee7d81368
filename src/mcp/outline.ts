/**
 * Sessions and conversations as a model gets them: the parts that matter, in order, and bounded. These schemas describe the
 * structured output of the tools; session-text.ts is the same as text.
 */
import { z } from 'zod';
import { itemKindOf } from '../core/items/item-kinds.ts';
import { interactionText } from '../core/wording/interaction-text.ts';
import { cleanLine, cleanText } from '../lib/clean-text.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Item } from '../protocol/conversation.ts';
import type { SearchHit } from '../protocol/history.ts';
import { driverSchema, type Session, statusSchema, type Turn } from '../protocol/session.ts';
import type { TurnResult } from '../sdk/wait-for-turn.ts';

/** The limits for one step, for the steps of a turn, and for a whole conversation. */
const STEP_LIMIT = 2000;
const TURN_LIMIT = 36_000;
const WHOLE_LIMIT = 40_000;
const LINE_LIMIT = 300;

export const sessionOutlineSchema = z.object({
  session_id: z.string().describe('to name the session in other tools; with @HOST if several hosts know it'),
  status: statusSchema,
  title: z.string(),
  cwd: z.string(),
  host: z.string(),
  host_is_offline: z.boolean().optional(),
  driver: driverSchema,
  last_activity_at: z.string(),
  pending_requests: z.int().describe('requests to a person'),
});
export type SessionOutline = z.infer<typeof sessionOutlineSchema>;

const turnOutlineSchema = z.object({
  prompt: z.string().optional(),
  steps_omitted: z.int().optional().describe('earlier steps of this turn that are not included'),
  steps: z.array(z.object({ kind: z.string(), text: z.string() })),
  outcome: z.enum(['completed', 'interrupted', 'failed', 'running']).optional(),
  duration_ms: z.number().optional(),
});
export type TurnOutline = z.infer<typeof turnOutlineSchema>;

export const conversationSchema = z.object({
  session: sessionOutlineSchema,
  waiting_for: z.array(z.string()).describe('what the session asks a person for'),
  omitted: z
    .object({
      turns: z.int(),
      is_at_least: z.boolean().describe('there may be more'),
      before: z.number().optional().describe('pass this to read_session to read them'),
    })
    .optional()
    .describe('earlier turns that are not included'),
  turns: z.array(turnOutlineSchema),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const hitSchema = z.object({
  session_id: z.string(),
  title: z.string(),
  cwd: z.string(),
  at: z.string(),
  role: z.string(),
  text: z.string(),
  before: z.number().describe('pass this to read_session to read the turn of this result'),
});
export type Hit = z.infer<typeof hitSchema>;

export const waitedSchema = z.object({
  session_id: z.string(),
  message_id: z.string(),
  state: z.enum(['finished', 'running']).describe('running: call wait_for_turn again'),
  outcome: z.enum(['completed', 'interrupted', 'failed']).optional(),
  text: z.string().optional().describe("Claude's last text"),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  cost_usd: z.number().optional().describe('of this turn'),
  continued_as: z.string().optional().describe('the session that continues the conversation'),
  status: statusSchema.optional(),
  waiting_for: z.array(z.string()).optional().describe('what the session asks a person for'),
});
export type Waited = z.infer<typeof waitedSchema>;

/** Consecutive turns of a conversation, newest last. */
export interface Excerpt {
  readonly turns: readonly Turn[];
  /** The last of them is the newest turn of the session. */
  readonly isEnd: boolean;
  /** The hub has even earlier turns. */
  readonly hasMore: boolean;
}

export function outlineSession(session: Session & { readonly address?: string }): SessionOutline {
  const { session_id, address = session_id, status, title, cwd, host, host_state, driver } = session;
  return {
    ...{ session_id: address, status, title: line(title), cwd: line(cwd), host: line(host), driver },
    ...(host_state?.state === 'offline' && { host_is_offline: true }),
    last_activity_at: session.last_activity_at,
    pending_requests: session.open_interactions,
  };
}

/** The newest `wanted` turns of the excerpt, or as many of them as fit. */
export function outlineConversation(
  session: SessionAnswer,
  { turns, isEnd, hasMore }: Excerpt,
  wanted: number,
): Conversation {
  const isBusy = session.status === 'working' || session.status === 'waiting';
  const running = isEnd && isBusy ? turns.at(-1) : undefined;
  const shown = turns.slice(-wanted).map((turn) => outlineTurn(turn, turn === running));
  while (shown.length > 1 && shown.reduce((sum, turn) => sum + sizeOf(turn), 0) > WHOLE_LIMIT) shown.shift();
  const left = turns.length - shown.length;
  const before = placeOf(turns[left]);
  return {
    session: outlineSession(session),
    waiting_for: waitingFor(session),
    ...(left > 0 && {
      omitted: { turns: left, is_at_least: hasMore, ...(before !== undefined && { before }) },
    }),
    turns: shown,
  };
}

export function waitingFor({ interactions, cwd, waiting_for }: SessionAnswer): string[] {
  const asked = interactions
    .filter(({ state }) => state === 'open')
    .map((interaction) => interactionText(interaction, cwd).line);
  const known = asked.length > 0 || waiting_for === undefined ? asked : [waiting_for];
  return known.map(line);
}

export function outlineHit({ session_id, host, title, cwd, at, role, snippet, position }: SearchHit): Hit {
  const text = cut(snippet.map((part) => part.text).join(''));
  const address = host === undefined ? session_id : `${session_id}@${host}`;
  return { session_id: address, title: line(title), cwd: line(cwd), at, role, text, before: position + 1 };
}

/** Only the fields of the schema: clients refuse others. */
export function outlineResult(result: TurnResult): Waited {
  const { session_id, message_id, outcome, text, error, cost_usd, continued_as } = result;
  return {
    ...{ session_id, message_id, state: 'finished', outcome, text: cut(text, WHOLE_LIMIT) },
    ...(error && { error }),
    ...(cost_usd !== undefined && { cost_usd }),
    ...(continued_as !== undefined && { continued_as }),
  };
}

function outlineTurn({ prompt, items, outcome, duration_ms }: Turn, isRunning: boolean): TurnOutline {
  const all = items.flatMap((item) => stepOf(item) ?? []);
  let first = all.length;
  for (let size = 0; first > 0; first--) {
    size += all[first - 1]?.text.length ?? 0;
    if (size > TURN_LIMIT) break;
  }
  const asked = prompt && stepOf(prompt);
  return {
    ...(asked && { prompt: asked.text }),
    ...(first > 0 && { steps_omitted: first }),
    steps: all.slice(first),
    ...(outcome ? { outcome } : isRunning && { outcome: 'running' as const }),
    ...(duration_ms !== undefined && { duration_ms }),
  };
}

function stepOf(item: Item): TurnOutline['steps'][number] | undefined {
  const said = itemKindOf(item).model(item);
  return said && { kind: said.label, text: `${cut(said.text)}${said.note ? ` ${said.note}` : ''}` };
}

function sizeOf({ prompt = '', steps }: TurnOutline): number {
  return steps.reduce((sum, { text }) => sum + text.length, prompt.length);
}

function placeOf(turn: Turn | undefined): number | undefined {
  return (turn?.prompt ?? turn?.items[0])?.position;
}

function cut(text: string, limit = STEP_LIMIT): string {
  const shown = cleanText(text.slice(0, limit));
  return text.length <= limit ? shown : `${shown} … (${text.length - limit} more characters)`;
}

/** A title must not look like separate lines. */
function line(text: string): string {
  return cleanLine(text.slice(0, LINE_LIMIT));
}
