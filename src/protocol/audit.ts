/** The record of decisions: who decided what, when, from where, by which way, and what became of it. */
import { z } from 'zod';
import { MAX_PAGE } from './api.ts';
import { answerSchema, interactionKindSchema } from './interactions.ts';
import { jsonObjectSchema, momentSchema, sessionIdSchema } from './primitives.ts';

/**
 * One entry per decision and one per correction. Entries are never removed; of what they say only `applied` may still
 * change, from `sent` to what has been proven, and a correction stands beside it as an entry of its own.
 */
export const auditEntrySchema = z.object({
  /**
   * `answered`: somebody decided; `withdrawn`: Claude no longer asked; `superseded`: an answer came too late, this one
   * counted instead; `reopened`: an answer could not be handed over, Claude waited again.
   */
  what: z.enum(['answered', 'withdrawn', 'superseded', 'reopened']),
  at: momentSchema,
  /** The event in the log of the session that this entry was made of. */
  session_id: sessionIdSchema,
  seq: z.number(),
  host: z.string(),
  /** Of the session. */
  title: z.string(),
  cwd: z.string(),
  interaction_id: z.string(),
  kind: interactionKindSchema,
  tool_name: z.string().optional(),
  tool_use_id: z.string().optional(),
  agent_id: z.string().optional(),
  opened_at: momentSchema,
  /** From the ask to this entry. */
  waited_ms: z.number(),
  by: answerSchema.shape.by.optional(),
  route: answerSchema.shape.route.optional(),
  /** `undelivered`: nothing was handed over; a `reopened` entry says why. */
  applied: z.enum([...answerSchema.shape.applied.options, 'undelivered']).optional(),
  /** What was decided: `decision`, `message`, `answers`, `apply` and whatever else the answer said. */
  decided: jsonObjectSchema.optional(),
  /** As Claude asked for it; nothing is masked. */
  input: jsonObjectSchema,
  /** As it was allowed to run, edits included; absent when nothing was. */
  ran_input: jsonObjectSchema.optional(),
  /** Why it was opened again, or why an answer did not count as it was given. */
  reason: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /api/audit` */
export const auditQuerySchema = z.object({
  /** Only entries from this moment on. */
  since: momentSchema.optional(),
  /** Only entries before this moment. */
  until: momentSchema.optional(),
  session: sessionIdSchema.optional(),
  /** The name of whoever decided, or `device`, `rule`, `terminal`, `program`. */
  by: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50),
  cursor: z
    .string()
    .regex(/^\d+\.\d+$/, 'must be a next_cursor that the hub gave out')
    .optional(),
  /** `jsonl`: all entries, oldest first, one per line; the same as `Accept: application/x-ndjson`. */
  format: z.enum(['json', 'jsonl']).optional(),
});

export const auditPageSchema = z.object({
  items: z.array(auditEntrySchema),
  next_cursor: z.string().optional(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
