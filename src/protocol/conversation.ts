/**
 * The conversation: the events that report it, and the items that clients show. Each item consists of one or more
 * events (core/items/item-kinds.ts).
 */
import { z } from 'zod';
import { countSchema, event, jsonObjectSchema, jsonSchema, momentSchema, usageSchema } from './primitives.ts';

const toolUseId = z.string();
const outcomeSchema = z.enum(['completed', 'interrupted', 'failed']);

export const CONVERSATION_EVENTS = {
  prompt_submitted: event(1, 'A prompt: typed, queued, relayed, or generated.', {
    /** Names the turn; unique in its session. */
    prompt_id: z.string(),
    /** The `prompt_id` that hooks of this turn carry. A forked session shares it with all copied prompts. */
    claude_prompt_id: z.string().optional(),
    uuid: z.string(),
    parent_uuid: z.string().optional(),
    text: z.string(),
    origin: z.string(),
    images: countSchema,
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
  assistant_text: event(1, 'Text written by Claude.', {
    message_id: z.string(),
    block: countSchema,
    text: z.string(),
    aborted: z.boolean().optional(),
  }),
  assistant_thinking: event(1, "Claude's thinking.", {
    message_id: z.string(),
    block: countSchema,
    text: z.string(),
  }),
  tool_started: event(1, 'Claude called a tool.', {
    tool_use_id: toolUseId,
    name: z.string(),
    input: jsonObjectSchema,
  }),
  tool_finished: event(1, 'The tool call has its result.', {
    tool_use_id: toolUseId,
    /** The result, as Claude received it. */
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
    outcome: outcomeSchema,
    error: z.string().optional(),
  }),
  turn_reported: event(1, "Claude Code's result for programs at the end of a turn or command.", {
    /** The prompts it answers, by their message ids; empty if Claude started the turn automatically. */
    message_ids: z.array(z.string()),
    prompt_id: z.string().optional(),
    /** The slash command that ran in Claude Code itself. */
    command: z.string().optional(),
    outcome: outcomeSchema,
    /** Codes are Claude Code's own, such as `error_max_turns`, `error_max_budget_usd`, `api_error`. */
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    /** The answer: Claude's last text. */
    result: z.string().optional(),
    structured_output: jsonSchema.optional(),
    num_turns: countSchema,
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
    status: countSchema.optional(),
    error: z.string(),
    message: z.string(),
  }),
  api_retried: event(1, 'A request to the API failed and is being retried.', {
    attempt: countSchema,
    max_attempts: countSchema.optional(),
    delay_ms: z.number().optional(),
    status: countSchema.optional(),
    error: z.string().optional(),
  }),
  compaction_started: event(1, 'Claude Code starts to summarize the conversation.', { trigger: z.string() }),
  compacted: event(1, 'The conversation was replaced by a summary for the model.', {
    uuid: z.string(),
    trigger: z.string(),
    tokens_before: countSchema.optional(),
    tokens_after: countSchema.optional(),
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
} as const;

const itemBase = {
  /** Identifies the item in its session. */
  id: z.string(),
  at: momentSchema,
  /** Orders the items of a conversation. */
  position: z.number(),
};

/** One thing in a conversation, by `kind`. */
export const itemSchema = z.discriminatedUnion('kind', [
  z.object({
    ...itemBase,
    kind: z.literal('prompt'),
    text: z.string(),
    origin: z.string(),
    images: countSchema,
    prompt_id: z.string(),
    claude_prompt_id: z.string().optional(),
    /** The conversation was rewound to before this prompt. */
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
    tool_use_id: toolUseId,
    name: z.string(),
    input: jsonObjectSchema,
    finished_at: momentSchema.optional(),
    /** The result, as Claude received it. */
    result: jsonSchema.optional(),
    is_error: z.boolean().optional(),
    /** Claude Code's structured result: patches, stdout and stderr, answers. */
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
    status: countSchema.optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('compaction'),
    trigger: z.string(),
    tokens_before: countSchema.optional(),
    tokens_after: countSchema.optional(),
    summary: z.string().optional(),
  }),
  z.object({
    ...itemBase,
    kind: z.literal('end'),
    prompt_id: z.string(),
    outcome: outcomeSchema,
    error: z.string().optional(),
    duration_ms: z.number().optional(),
  }),
]);
export type Item = z.infer<typeof itemSchema>;
export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;
