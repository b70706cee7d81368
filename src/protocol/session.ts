/** The current state of a session: the row in a list, and the whole view. */
import { z } from 'zod';
import { autonomySchema } from './autonomy.ts';
import { itemSchema } from './conversation.ts';
import { sessionHostSchema } from './fleet.ts';
import { interactionSchema } from './interactions.ts';
import { messageSchema } from './messages.ts';
import { jsonObjectSchema, momentSchema, sessionIdSchema, usageSchema } from './primitives.ts';

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
  /** Set if more than one process serves the session: prompts are refused until only one is left. */
  conflict: z.array(z.number()).optional(),
  waiting_for: z.string().optional(),
  /** A short description of its current work: `Run npm test`. */
  doing: z.string().optional(),
  started_at: momentSchema,
  last_activity_at: momentSchema,
  ended_at: momentSchema.optional(),
  /** The session that continues the conversation. */
  continued_as: sessionIdSchema.optional(),
  open_interactions: z.number(),
  queued_prompts: z.number(),
  usage: usageSchema,
  cost_usd: z.number().optional(),
  claude_version: z.string().optional(),
  transcript_path: z.string().optional(),
  /** The transcript was removed: the recorded session stays, but cannot be resumed. */
  transcript_gone: z.boolean().optional(),
  seq: z.number(),
  /** Of a session on another host of the fleet: whether that host can be reached. */
  host_state: sessionHostSchema.optional(),
});
export type Session = z.infer<typeof sessionSchema>;

/** A prompt and its turn; without a prompt if a page starts in the middle. */
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

/** Everything about a session except its conversation. */
export const sessionDetailsSchema = sessionSchema.extend({
  /**
   * The certain range of the permission mode: from the strictest to the loosest of Claude Code's own last
   * report and the later reports of hooks, which can be forged. Absent while only hooks have named a mode.
   */
  permission_mode_bounds: z.object({ strictest: z.string(), loosest: z.string() }).optional(),
  runs: z.array(runSchema),
  agents: z.array(agentSchema),
  tasks: z.array(taskSchema),
  files: z.array(touchedFileSchema),
  plan: z.object({ text: z.string(), tool_use_id: z.string(), at: momentSchema }).optional(),
  interactions: z.array(interactionSchema),
  /** Prompts in Claude Code's own queue. */
  queue: z.array(z.string()),
  /** Prompts sent through the hub: undelivered ones, and the newest that were accepted or failed. */
  messages: z.array(messageSchema),
  /** Whether prompts may be relayed to this terminal session. */
  relay: z.boolean(),
  /** What the hub does automatically in this session; absent if nothing was chosen. */
  autonomy: autonomySchema.optional(),
  /** The hub ends the session once it has been idle for this many seconds; absent if it does not. */
  end_when_idle_seconds: z.int().optional(),
  forked_from: sessionIdSchema.optional(),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), at: momentSchema })),
  /** Background commands and subagents, as reported by Claude Code, with `started_at`. */
  background_tasks: z.array(jsonObjectSchema),
  mcp_servers: z.array(jsonObjectSchema),
  /** Claude Code's last report of the account's limits; only stream runs of a subscription report it. */
  rate_limit: jsonObjectSchema.optional(),
  last_error: z.object({ error: z.string(), message: z.string(), at: momentSchema }).optional(),
  retry: jsonObjectSchema.optional(),
  compactions: z.number(),
  /** The size of the input of the newest message: the used context. */
  context_tokens: z.number().optional(),
  usage_by_model: z.record(z.string(), usageSchema),
});
export type SessionDetails = z.infer<typeof sessionDetailsSchema>;

/** `GET /sessions/:id`: details, the newest turns, and the position where older ones start. */
export const sessionViewSchema = sessionDetailsSchema.extend({
  turns: z.array(turnSchema),
  older_before: z.number().optional(),
  /** The text that Claude is writing now, and its item. */
  streaming_text: z.string().optional(),
  streaming_item: z.string().optional(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;
