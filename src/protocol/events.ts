/**
 * All events: each is one fact about a session, defined once, here. The log stores them, streams carry them,
 * and the reducers in core/ turn them into a view. A change of meaning raises the event's version; nothing is
 * ever renamed.
 */
import { z } from 'zod';
import { autoContinueSchema } from './autonomy.ts';
import { answerSchema, interactionFlagSchema, interactionKindSchema } from './interactions.ts';
import { messageIdSchema, messageWhenSchema } from './messages.ts';
import {
  jsonObjectSchema,
  jsonSchema,
  momentSchema,
  permissionModeSchema,
  sessionIdSchema,
  sourceSchema,
  usageSchema,
} from './primitives.ts';
import { capabilitySchema, driverSchema } from './session.ts';

/**
 * What a fact reveals about the session in addition to its own content; the newest observation of a field
 * counts.
 */
export const observedSchema = z.object({
  title: z.string().optional(),
  /** A title chosen by a person is not replaced by a generated one. */
  title_rank: z.number().optional(),
  cwd: z.string().optional(),
  git_branch: z.string().optional(),
  model: z.string().optional(),
  permission_mode: permissionModeSchema.optional(),
  claude_version: z.string().optional(),
  transcript_path: z.string().optional(),
});
export type Observed = z.infer<typeof observedSchema>;

const event = <Shape extends z.ZodRawShape>(v: number, about: string, shape: Shape) => ({
  v,
  about,
  schema: z.object(shape),
});

const toolUseId = z.string();

export const EVENTS = {
  // The session and its runs
  session_found: event(1, 'A transcript is on disk but has not been read yet.', {
    bytes: z.number(),
    started_at: momentSchema.optional(),
  }),
  transcript_gone: event(
    1,
    'The transcript was removed, or is back; without it the session cannot be resumed.',
    {
      is_gone: z.boolean(),
    },
  ),
  session_started: event(1, 'Claude Code started or resumed the session.', { how: z.string() }),
  session_ended: event(1, 'Claude Code reported the end of the session.', { reason: z.string() }),
  session_moved: event(1, 'The conversation continues under another id (/clear, /resume).', {
    to: sessionIdSchema,
    reason: z.string(),
  }),
  session_described: event(1, 'These fields of `observed` became known.', { fields: z.array(z.string()) }),
  session_created: event(1, 'The hub was asked to start, resume or fork the session.', {
    how: z.enum(['new', 'resume', 'fork']),
    forked_from: sessionIdSchema.optional(),
    /** Whether Claude Code writes a transcript of it. */
    persists: z.boolean(),
    /** The permission mode, if the caller chose one. */
    permission_mode: permissionModeSchema.optional(),
    by: z.string(),
  }),
  autonomy_chosen: event(1, 'What the hub does automatically in the session from now on.', {
    non_interactive: z.boolean(),
    auto_continue: autoContinueSchema.optional(),
    by: z.string(),
  }),
  auto_continued: event(1, 'A turn reached its turn limit, and the hub prompted again with "continue".', {
    message_id: messageIdSchema,
    count: z.int(),
    limit: z.int(),
    /** How many remaining tasks the command found. */
    left: z.int().optional(),
  }),
  auto_continue_stopped: event(1, 'A turn reached its turn limit, and the hub did not continue it.', {
    reason: z.enum(['limit', 'command', 'prompted', 'ended']),
    message: z.string(),
  }),
  start_failed: event(1, 'The hub could not start Claude Code for the session.', {
    code: z.string(),
    message: z.string(),
  }),
  control_changed: event(1, 'How the hub can control the session now.', {
    driver: driverSchema,
    capabilities: z.array(capabilitySchema),
  }),
  clock_set_back: event(1, "The machine's clock was set back: later times count as now.", {
    by_ms: z.number(),
  }),
  relay_switched: event(1, 'Whether prompts may reach a terminal session as relayed messages.', {
    on: z.boolean(),
    by: z.string(),
  }),
  warning_raised: event(1, 'A warning for people, with a remedy.', {
    code: z.string(),
    message: z.string(),
  }),
  run_started: event(1, 'A claude process serves the session.', {
    pid: z.number(),
    start_mark: z.string(),
    kind: z.string().optional(),
    entrypoint: z.string().optional(),
    tmux_pane: z.string().optional(),
  }),
  run_ended: event(1, 'That process no longer serves the session.', {
    pid: z.number(),
    start_mark: z.string(),
    reason: z.enum(['exited', 'killed', 'moved']),
  }),
  activity_changed: event(1, 'The state of the process.', {
    activity: z.enum(['working', 'waiting', 'idle']),
    waiting_for: z.string().optional(),
  }),
  hook_received: event(1, 'A hook arrived; its JSON is stored verbatim and streamed by ?raw=hook.', {
    name: z.string(),
    tool_name: z.string().optional(),
    tool_use_id: toolUseId.optional(),
  }),

  // The conversation
  prompt_submitted: event(1, 'A prompt: typed, queued, relayed, or generated.', {
    /** Names the turn; unique in its session. */
    prompt_id: z.string(),
    /** The `prompt_id` that hooks of this turn carry. A forked session shares it with all copied prompts. */
    claude_prompt_id: z.string().optional(),
    uuid: z.string(),
    parent_uuid: z.string().optional(),
    text: z.string(),
    origin: z.string(),
    images: z.number(),
  }),
  prompt_abandoned: event(
    1,
    'The conversation was rewound to before this prompt: it and its turn no longer count.',
    {
      uuid: z.string(),
    },
  ),
  command_run: event(1, 'A slash command ran in Claude Code itself.', { name: z.string(), args: z.string() }),
  command_printed: event(1, 'The output of a slash command.', { text: z.string() }),
  assistant_text: event(1, 'A text by Claude.', {
    message_id: z.string(),
    block: z.number(),
    text: z.string(),
    aborted: z.boolean().optional(),
  }),
  assistant_thinking: event(1, 'A thought of Claude.', {
    message_id: z.string(),
    block: z.number(),
    text: z.string(),
  }),
  tool_started: event(1, 'Claude called a tool.', {
    tool_use_id: toolUseId,
    name: z.string(),
    input: jsonObjectSchema,
  }),
  tool_finished: event(1, 'The tool call has its result.', {
    tool_use_id: toolUseId,
    content: jsonSchema,
    is_error: z.boolean(),
    /** Claude Code's structured result: patches, stdout and stderr, answers. */
    details: jsonSchema.optional(),
  }),
  tool_timed: event(1, 'The duration of the tool itself.', {
    tool_use_id: toolUseId,
    duration_ms: z.number(),
  }),
  tool_decided: event(1, 'Who allowed or denied the tool call.', {
    tool_use_id: toolUseId,
    decision: z.string(),
    decided_by: z.string(),
  }),
  interrupt_requested: event(1, 'The hub interrupts Claude, on behalf of this person or program.', {
    by: z.string(),
  }),
  turn_finished: event(1, 'Claude has finished a prompt.', {
    prompt_id: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'failed']),
    error: z.string().optional(),
  }),
  turn_reported: event(1, "Claude Code's result for programs at the end of a turn or command.", {
    /** The prompts it answers, by their message ids; empty if Claude started the turn automatically. */
    message_ids: z.array(z.string()),
    prompt_id: z.string().optional(),
    /** The slash command that ran in Claude Code itself. */
    command: z.string().optional(),
    outcome: z.enum(['completed', 'interrupted', 'failed']),
    /** Codes are Claude Code's own, such as `error_max_turns`, `error_max_budget_usd`, `api_error`. */
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    result: z.string().optional(),
    structured_output: jsonSchema.optional(),
    num_turns: z.number(),
    duration_ms: z.number(),
    /** For the whole session so far. */
    total_cost_usd: z.number(),
  }),
  turn_timed: event(1, 'The duration of the turn.', { prompt_id: z.string(), duration_ms: z.number() }),
  usage_counted: event(1, 'Tokens of one API message.', {
    message_id: z.string(),
    model: z.string(),
    usage: usageSchema,
  }),
  cost_counted: event(1, "Claude Code's own total cost so far.", {
    total_usd: z.number(),
    is_complete: z.boolean(),
  }),
  api_failed: event(1, 'The API returned an error; Claude shows it as its answer.', {
    uuid: z.string(),
    status: z.number().optional(),
    error: z.string(),
    message: z.string(),
  }),
  api_retried: event(1, 'A request to the API failed and is being retried.', {
    attempt: z.number(),
    max_attempts: z.number().optional(),
    delay_ms: z.number().optional(),
    status: z.number().optional(),
    error: z.string().optional(),
  }),
  compaction_started: event(1, 'Claude Code starts to summarise the conversation.', { trigger: z.string() }),
  compacted: event(1, 'The conversation was replaced by a summary for the model.', {
    uuid: z.string(),
    trigger: z.string(),
    tokens_before: z.number().optional(),
    tokens_after: z.number().optional(),
  }),
  compaction_summarised: event(1, 'The summary that replaced the conversation.', {
    uuid: z.string(),
    text: z.string(),
  }),
  prompt_queued: event(1, "A prompt waits in Claude Code's own queue.", {
    /** Empty for one of Claude Code's own notices. */
    text: z.string(),
  }),
  prompt_unqueued: event(1, "A prompt left Claude Code's own queue.", {
    /** Absent if it was the first one in the queue. */
    text: z.string().optional(),
  }),

  // Prompts sent through the hub
  message_queued: event(1, 'A prompt was queued; it is delivered at most once.', {
    message_id: messageIdSchema,
    when: messageWhenSchema,
    text: z.string(),
    images: z.number(),
    by: z.string(),
    place: z.number(),
  }),
  message_changed: event(1, 'A queued prompt was edited or moved.', {
    message_id: messageIdSchema,
    when: messageWhenSchema.optional(),
    text: z.string().optional(),
    place: z.number().optional(),
    by: z.string(),
  }),
  message_blocked: event(1, 'A queued prompt cannot be delivered yet; null once nothing blocks it.', {
    message_id: messageIdSchema,
    blocked_by: z.string().nullable(),
  }),
  message_removed: event(1, 'A queued prompt was cancelled.', {
    message_id: messageIdSchema,
    by: z.string(),
  }),
  message_delivered: event(1, 'The prompt is being delivered to Claude Code.', {
    message_id: messageIdSchema,
  }),
  message_accepted: event(1, 'Claude Code has accepted the prompt.', {
    message_id: messageIdSchema,
  }),
  message_failed: event(1, 'The prompt did not reach Claude, or its outcome is unknown.', {
    message_id: messageIdSchema,
    code: z.string(),
    message: z.string(),
  }),
  message_finished: event(
    1,
    "The prompt's turn is over and the log contains all of it, or the prompt gets no turn for now.",
    {
      message_id: messageIdSchema,
      outcome: z.enum(['completed', 'interrupted', 'failed']),
      /** The answer: Claude's last text, or the output of a command. */
      text: z.string(),
      structured_output: jsonSchema.optional(),
      /** For the whole session so far. */
      cost_usd: z.number().optional(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
      /** The session that continues the conversation, after /clear. */
      continued_as: sessionIdSchema.optional(),
    },
  ),

  // Outside of the conversation
  agent_started: event(1, 'A subagent began.', {
    subagent_id: z.string(),
    agent_type: z.string(),
    description: z.string().optional(),
    tool_use_id: toolUseId.optional(),
  }),
  agent_described: event(1, 'The task of a subagent, and the call that started it.', {
    subagent_id: z.string(),
    agent_type: z.string(),
    description: z.string().optional(),
    tool_use_id: toolUseId.optional(),
  }),
  agent_finished: event(1, 'A subagent ended.', { subagent_id: z.string(), text: z.string().optional() }),
  background_tasks_changed: event(1, 'All background tasks that run now.', {
    tasks: z.array(jsonObjectSchema),
  }),
  notification_raised: event(1, 'Claude Code asks for attention.', {
    kind: z.string(),
    message: z.string(),
  }),
  mcp_servers_changed: event(1, 'All MCP servers and their state.', { servers: z.array(jsonObjectSchema) }),
  rate_limited: event(1, 'The account is near or over a limit.', { details: jsonObjectSchema }),

  // Claude waits for a person
  interaction_opened: event(1, 'Claude waits for a person.', {
    interaction_id: z.string(),
    kind: interactionKindSchema,
    tool_use_id: toolUseId.optional(),
    tool_name: z.string().optional(),
    input: jsonObjectSchema,
    suggestions: z.array(jsonSchema),
    routes: z.array(z.enum(['hook', 'control', 'keys'])),
    /** The session's folder and permission mode at that moment, if known. */
    cwd: z.string().optional(),
    permission_mode: permissionModeSchema.optional(),
    flags: z.array(interactionFlagSchema).optional(),
    /** Claude Code was visibly waiting before any hook reported it. */
    without_hook: z.literal(true).optional(),
  }),
  interaction_updated: event(1, 'New details about an open interaction.', {
    interaction_id: z.string(),
    tool_use_id: toolUseId.optional(),
    routes: z.array(z.enum(['hook', 'control', 'keys'])).optional(),
    /** It blocks Claude until then at most; null once it does not. */
    held_until: momentSchema.nullable().optional(),
  }),
  interaction_closed: event(1, 'The interaction was answered or withdrawn.', {
    interaction_id: z.string(),
    state: z.enum(['answered', 'withdrawn']),
    answer: answerSchema.optional(),
  }),

  interaction_settled: event(1, 'Whether a sent answer is the one that counted.', {
    interaction_id: z.string(),
    applied: z.enum(['confirmed', 'superseded', 'lost']),
    /** What counted instead. */
    answer: answerSchema.optional(),
    /** Why it did not count, or which part did not reach Claude. */
    reason: z.string().optional(),
  }),
  interaction_reopened: event(1, 'An answer could not be delivered: the interaction is pending again.', {
    interaction_id: z.string(),
    reason: z.string(),
    /** The remaining routes. */
    routes: z.array(z.enum(['hook', 'control', 'keys'])).optional(),
  }),

  // Unknown input is stored
  row_kept: event(1, 'A transcript row of an unknown kind.', {
    row_type: z.string(),
    row: jsonObjectSchema,
  }),
  row_skipped: event(1, 'A transcript row that could not be read.', {
    offset: z.number(),
    bytes: z.number(),
    reason: z.enum(['too_long', 'not_json', 'not_an_object', 'unreadable']),
  }),
} as const;

/** The content of each event, by its type. */
export type EventFacts = {
  readonly [Type in keyof typeof EVENTS]: Readonly<z.infer<(typeof EVENTS)[Type]['schema']>>;
};
export type EventType = keyof EventFacts;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

export type EventBody<Type extends EventType = EventType> = {
  [T in Type]: { readonly type: T } & EventFacts[T];
}[Type];

/** The fields of every event. */
export const envelopeSchema = z.object({
  seq: z.number().int().positive(),
  session_id: sessionIdSchema,
  host: z.string(),
  at: momentSchema,
  v: z.number(),
  source: sourceSchema,
  /** The subagent of the conversation; absent for the main one. */
  agent_id: z.string().optional(),
  /** The item of the conversation that this fact is part of; facts about one item share it. */
  item: z.string().optional(),
  /** The item's place in the record of the conversation: items are ordered by it. */
  position: z.number().optional(),
  observed: observedSchema.optional(),
});
export type Envelope = Readonly<z.infer<typeof envelopeSchema>>;

export type ReinsEvent<Type extends EventType = EventType> = Envelope & EventBody<Type>;

/** The schema of one event on the wire. */
export function eventSchema(type: EventType) {
  return envelopeSchema.extend({ type: z.literal(type), ...EVENTS[type].schema.shape });
}
