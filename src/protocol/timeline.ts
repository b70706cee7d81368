/** `GET /api/sessions/:id/timeline`: the times of all turns, and how the time was spent. */
import { z } from 'zod';
import { countSchema, momentSchema } from './primitives.ts';
import { sessionSchema } from './session.ts';

/**
 * How the time of a turn was spent, in milliseconds. Time that a person and a tool take simultaneously counts
 * as the person's; the rest is time in which Claude Code waits for the API.
 */
const shares = {
  duration_ms: z.number(),
  tool_ms: z.number(),
  person_ms: z.number(),
  api_ms: z.number(),
};

/** A turn, and how its time was spent. */
export const timelineTurnSchema = z.object({
  at: momentSchema,
  /** The start of the prompt, on one line. */
  prompt: z.string(),
  origin: z.string(),
  outcome: z.enum(['completed', 'interrupted', 'failed']).optional(),
  ...shares,
  tool_calls: countSchema,
  tool_failures: countSchema,
});
export type TimelineTurn = z.infer<typeof timelineTurnSchema>;

export const waitKindSchema = z.enum(['tool', 'person', 'api']);
export type WaitKind = z.infer<typeof waitKindSchema>;

/** A time in which nothing seemed to happen. */
export const waitSchema = z.object({
  kind: waitKindSchema,
  at: momentSchema,
  duration_ms: z.number(),
  /** The call, or Claude's output after the wait. */
  what: z.string(),
});
export type Wait = z.infer<typeof waitSchema>;

/** The time of all calls of a tool. */
export const toolTimeSchema = z.object({
  name: z.string(),
  calls: countSchema,
  failures: countSchema,
  total_ms: z.number(),
  longest_ms: z.number(),
});
export type ToolTime = z.infer<typeof toolTimeSchema>;

/** How the time of a session was spent. */
export const timelineSchema = z.object({
  session: sessionSchema,
  totals: z.object({
    ...shares,
    /** Between the turns: idle. */
    between_ms: z.number(),
    turns: countSchema,
    tool_calls: countSchema,
    tool_failures: countSchema,
  }),
  /** The longest ones, longest first. */
  waits: z.array(waitSchema),
  /** Slowest first. */
  tools: z.array(toolTimeSchema),
  /** The newest ones, oldest first; `totals.turns` is their total number. */
  turns: z.array(timelineTurnSchema),
});
export type Timeline = z.infer<typeof timelineSchema>;
