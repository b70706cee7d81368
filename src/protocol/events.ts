/**
 * All events: each is one fact about a session, defined once, here. The log stores them, streams carry them,
 * and the reducers in core/ turn them into a view. A change of meaning raises the event's version; nothing is
 * ever renamed.
 */
import { z } from 'zod';
import { autoContinueSchema } from './autonomy.ts';
import { CONVERSATION_EVENTS } from './conversation.ts';
import { answerSchema, interactionFlagSchema, interactionKindSchema } from './interactions.ts';
import { messageIdSchema, messageWhenSchema } from './messages.ts';
import {
  countSchema,
  event,
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

const toolUseId = z.string();

export const EVENTS = {
  // The session and its runs
  session_found: event(1, 'A transcript is on disk but has not been read yet.', {
    bytes: countSchema,
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
  session_stopped: event(
    1,
    'The hub has ended the session for a caller. Its open streams end after this event.',
    {
      by: z.string(),
    },
  ),
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
    /** The session never waits for a person. */
    non_interactive: z.boolean(),
    auto_continue: autoContinueSchema.optional(),
    by: z.string(),
  }),
  idle_end_chosen: event(1, 'When the hub ends the session: after it was idle for this long.', {
    /** Null: never. */
    seconds: z.int().positive().nullable(),
    by: z.string(),
  }),
  auto_continued: event(1, 'A turn reached its turn limit, and the hub prompted again with "continue".', {
    message_id: messageIdSchema,
    count: countSchema,
    limit: countSchema,
    /** How many remaining tasks the command found. */
    left: countSchema.optional(),
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
  session_marked: event(
    1,
    'A person pinned, archived or labelled the session; absent fields are unchanged.',
    {
      /** Whether clients show it above the others. */
      pinned: z.boolean().optional(),
      /** Whether clients leave it out of their lists. */
      archived: z.boolean().optional(),
      /** All of its labels. */
      labels: z.array(z.string()).optional(),
      by: z.string(),
    },
  ),
  session_shared: event(1, 'A person created a link to this session for someone without other access.', {
    /** The link, as the device that opens it. */
    share_id: z.string(),
    name: z.string(),
    expires_at: momentSchema,
    by: z.string(),
  }),
  share_ended: event(1, 'A link to this session no longer works: it was revoked or has expired.', {
    /** The link, as the device that opens it. */
    share_id: z.string(),
    name: z.string(),
    reason: z.enum(['revoked', 'expired', 'left']),
    /** The person who revoked it. */
    by: z.string().optional(),
  }),
  warning_raised: event(1, 'A warning for people, with a remedy.', {
    code: z.string(),
    message: z.string(),
  }),
  run_started: event(1, 'A claude process serves the session.', {
    pid: countSchema,
    start_mark: z.string(),
    kind: z.string().optional(),
    entrypoint: z.string().optional(),
    tmux_pane: z.string().optional(),
  }),
  run_ended: event(1, 'That process no longer serves the session.', {
    pid: countSchema,
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

  ...CONVERSATION_EVENTS,

  // Prompts sent through the hub
  message_queued: event(1, 'A prompt was queued; it is delivered at most once.', {
    message_id: messageIdSchema,
    when: messageWhenSchema,
    text: z.string(),
    images: countSchema,
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
      /** Tokens used from the delivery of the prompt to the end of its turn, including subagents. */
      usage: usageSchema.optional(),
      /** The cost of the same time, as far as Claude Code has reported it. */
      turn_cost_usd: z.number().optional(),
      /** For the whole session so far. */
      cost_usd: z.number().optional(),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
      /** The session that continues the conversation, after /clear. */
      continued_as: sessionIdSchema.optional(),
    },
  ),

  // Outside of the conversation
  agent_started: event(1, 'A subagent started.', {
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
  interaction_opened: event(1, 'Claude is waiting for a person.', {
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
    /** The latest time until which it blocks Claude; null once it does not. */
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
    offset: countSchema,
    bytes: countSchema,
    reason: z.enum(['too_long', 'not_json', 'not_an_object', 'unreadable']),
  }),
} as const;

/** The content of each event, by its type. */
export type EventFacts = {
  readonly [Type in keyof typeof EVENTS]: Readonly<z.infer<(typeof EVENTS)[Type]['schema']>>;
};
/** The type of an event. */
export type EventType = keyof EventFacts;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The fields of an event that only its type has. */
export type EventBody<Type extends EventType = EventType> = {
  [T in Type]: {
    /** The type of the event. */
    readonly type: T;
  } & EventFacts[T];
}[Type];

/** The fields of every event. */
export const envelopeSchema = z.object({
  seq: z.number().int().positive(),
  session_id: sessionIdSchema,
  host: z.string(),
  at: momentSchema,
  v: countSchema,
  /** Where the fact came from: the registry of live sessions, a hook, the stream, the transcript, or the hub itself. */
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

/** An event: one fact about a session. `type` decides which fields there are. */
export type ReinsEvent<Type extends EventType = EventType> = Envelope & EventBody<Type>;

/** The schema of one event on the wire. */
export function eventSchema(type: EventType) {
  return envelopeSchema.extend({ type: z.literal(type), ...EVENTS[type].schema.shape });
}
