/** What a session looks like now: the row in a list, and the whole view. */
import { z } from 'zod';
import { autonomySchema } from './autonomy.ts';
import { interactionSchema } from './interactions.ts';
import { messageSchema } from './messages.ts';
import { jsonObjectSchema, jsonSchema, momentSchema, sessionIdSchema, usageSchema } from './primitives.ts';

export const statusSchema = z.enum(['starting', 'working', 'waiting', 'idle', 'ended']);
export type Status = z.infer<typeof statusSchema>;

export const driverSchema = z.enum(['stream', 'tmux', 'external']);
export type DriverName = z.infer<typeof driverSchema>;
export const capabilitySchema = z.enum([
  'prompt',
  'queue',
  'steer',
  'relay',
  'interrupt',
  'set_model',
  'set_mode',
  'images',
  'terminal',
  'answer',
  'takeover',
  'resume',
  'fork',
]);
export type Capability = z.infer<typeof capabilitySchema>;

export const runSchema = z.object({
  pid: z.number(),
  start_mark: z.string(),
  kind: z.string().optional(),
  entrypoint: z.string().optional(),
  tmux_pane: z.string().optional(),
  started_at: momentSchema,
});
export type Run = z.infer<typeof runSchema>;

/** A session in a list. */
export const sessionSchema = z.object({
  session_id: sessionIdSchema,
  host: z.string(),
  status: statusSchema,
  title: z.string(),
  cwd: z.string(),
  git_branch: z.string().optional(),
  driver: driverSchema,
  capabilities: z.array(capabilitySchema),
  model: z.string().optional(),
  permission_mode: z.string().optional(),
  pid: z.number().optional(),
  /** Set when more than one process serves the session: prompts are refused until one ends. */
  conflict: z.array(z.number()).optional(),
  waiting_for: z.string().optional(),
  /** What it is at while it works, in few words: `Run npm test`. */
  doing: z.string().optional(),
  started_at: momentSchema,
  last_activity_at: momentSchema,
  ended_at: momentSchema.optional(),
  /** The session that took over the conversation. */
  continued_as: sessionIdSchema.optional(),
  open_interactions: z.number(),
  queued_prompts: z.number(),
  usage: usageSchema,
  cost_usd: z.number().optional(),
  claude_version: z.string().optional(),
  transcript_path: z.string().optional(),
  /** The transcript was removed: what is known of the session stays, but it cannot be resumed. */
  transcript_gone: z.boolean().optional(),
  seq: z.number(),
});
export type Session = z.infer<typeof sessionSchema>;

const itemBase = { id: z.string(), at: momentSchema, position: z.number() };

export const itemSchema = z.discriminatedUnion('kind', [
  z.object({
    ...itemBase,
    kind: z.literal('prompt'),
    text: z.string(),
    origin: z.string(),
    images: z.number(),
    prompt_id: z.string(),
    claude_prompt_id: z.string().optional(),
    /** The conversation was taken up again before this prompt. */
    abandoned: z.boolean().optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('command'),
    name: z.string(),
    args: z.string(),
    output: z.string().optional(),
  }),
  z.object({ ...itemBase, kind: z.literal('text'), text: z.string(), aborted: z.boolean().optional() }),
  z.object({ ...itemBase, kind: z.literal('thinking'), text: z.string() }),
  z.object({
    ...itemBase,
    kind: z.literal('tool'),
    tool_use_id: z.string(),
    name: z.string(),
    input: jsonObjectSchema,
    finished_at: momentSchema.optional(),
    result: jsonSchema.optional(),
    is_error: z.boolean().optional(),
    details: jsonSchema.optional(),
    duration_ms: z.number().optional(),
    decision: z.string().optional(),
    decided_by: z.string().optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('error'),
    error: z.string(),
    message: z.string(),
    status: z.number().optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('compaction'),
    trigger: z.string(),
    tokens_before: z.number().optional(),
    tokens_after: z.number().optional(),
    summary: z.string().optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('end'),
    prompt_id: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'failed']),
    error: z.string().optional(),
    duration_ms: z.number().optional(),
  }),
]);
export type Item = z.infer<typeof itemSchema>;
export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

/** A prompt and what came of it; without a prompt when a page begins in the middle. */
export const turnSchema = z.object({
  prompt: itemSchema.optional(),
  items: z.array(itemSchema),
  outcome: z.enum(['completed', 'interrupted', 'failed']).optional(),
  duration_ms: z.number().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

export const agentSchema = z.object({
  agent_id: z.string(),
  agent_type: z.string(),
  description: z.string().optional(),
  tool_use_id: z.string().optional(),
  state: z.enum(['running', 'finished']),
  started_at: momentSchema,
  finished_at: momentSchema.optional(),
  tool_calls: z.number(),
  last_text: z.string().optional(),
});
export type Agent = z.infer<typeof agentSchema>;

export const taskSchema = z.object({ id: z.string(), subject: z.string(), state: z.string() });
export type Task = z.infer<typeof taskSchema>;

export const touchedFileSchema = z.object({
  path: z.string(),
  edits: z.number(),
  lines_added: z.number(),
  lines_removed: z.number(),
  last_at: momentSchema,
});
export type TouchedFile = z.infer<typeof touchedFileSchema>;

/** Everything about a session but its conversation. */
export const sessionDetailsSchema = sessionSchema.extend({
  /**
   * The permission mode as far as it is certain: between the strictest and the loosest of what Claude Code itself said last and
   * what hooks, which can be forged, have said since. Absent while only hooks have named a mode.
   */
  permission_mode_bounds: z.object({ strictest: z.string(), loosest: z.string() }).optional(),
  runs: z.array(runSchema),
  agents: z.array(agentSchema),
  tasks: z.array(taskSchema),
  files: z.array(touchedFileSchema),
  plan: z.object({ text: z.string(), tool_use_id: z.string(), at: momentSchema }).optional(),
  interactions: z.array(interactionSchema),
  /** Prompts that wait in Claude Code's own queue. */
  queue: z.array(z.string()),
  /** Prompts sent through the hub: those on their way, and the newest that have arrived or failed. */
  messages: z.array(messageSchema),
  /** Whether prompts may be relayed to this terminal session. */
  relay: z.boolean(),
  /** What the hub does by itself in this session; absent when nothing was chosen. */
  autonomy: autonomySchema.optional(),
  forked_from: sessionIdSchema.optional(),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), at: momentSchema })),
  /** Commands and subagents in the background, as Claude Code tells of them, with `started_at`. */
  background_tasks: z.array(jsonObjectSchema),
  mcp_servers: z.array(jsonObjectSchema),
  /** What Claude Code last told of the account's limits; only stream runs of a subscription tell it. */
  rate_limit: jsonObjectSchema.optional(),
  last_error: z.object({ error: z.string(), message: z.string(), at: momentSchema }).optional(),
  retry: jsonObjectSchema.optional(),
  compactions: z.number(),
  /** How much the model was given to read with its newest message: what fills its context. */
  context_tokens: z.number().optional(),
  usage_by_model: z.record(z.string(), usageSchema),
});
export type SessionDetails = z.infer<typeof sessionDetailsSchema>;

/** `GET /sessions/:id`: details, the newest turns, and the position where older ones begin. */
export const sessionViewSchema = sessionDetailsSchema.extend({
  turns: z.array(turnSchema),
  older_before: z.number().optional(),
  /** What Claude is writing right now, and the item it will be. */
  streaming_text: z.string().optional(),
  streaming_item: z.string().optional(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;
