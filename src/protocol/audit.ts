/** The audit log: who decided what, when, from where, by which route, and the outcome. */
import { z } from 'zod';
import { MAX_PAGE } from './api.ts';
import { answerSchema, interactionKindSchema } from './interactions.ts';
import { countSchema, jsonObjectSchema, momentSchema, sessionIdSchema } from './primitives.ts';

/**
 * One entry per decision and one per correction. Entries are never removed. Only `applied` may still change,
 * from `sent` to the proven outcome; a correction is a separate entry.
 */
export const auditEntrySchema = z.object({
  /**
   * `answered`: someone decided; `withdrawn`: Claude no longer asked; `superseded`: an answer came too late,
   * this one counted instead; `reopened`: an answer could not be delivered, the request is pending again.
   */
  what: z.enum(['answered', 'withdrawn', 'superseded', 'reopened']),
  at: momentSchema,
  /** The event in the session's log that this entry comes from. */
  session_id: sessionIdSchema,
  seq: countSchema,
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
  /** Time from the request to this entry. */
  waited_ms: z.number(),
  by: answerSchema.shape.by.optional(),
  route: answerSchema.shape.route.optional(),
  /** `undelivered`: nothing was delivered; a `reopened` entry contains the reason. */
  applied: z.enum([...answerSchema.shape.applied.options, 'undelivered']).optional(),
  /** The decision: `decision`, `message`, `answers`, `apply` and the other fields of the answer. */
  decided: jsonObjectSchema.optional(),
  /** As Claude requested it; nothing is masked. */
  input: jsonObjectSchema,
  /** As it was allowed to run, including edits; absent if it was not. */
  ran_input: jsonObjectSchema.optional(),
  /** Why it was reopened, or why an answer did not count as given. */
  reason: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /api/audit` */
export const auditQuerySchema = z.object({
  /** Only entries since this time. */
  since: momentSchema.optional(),
  /** Only entries before this time. */
  until: momentSchema.optional(),
  /** Only entries of this session. */
  session: sessionIdSchema.optional(),
  /** The name of the decider, or `device`, `rule`, `terminal`, `program`. */
  by: z.string().min(1).max(200).optional(),
  /** In a fleet: the name or id of the only host to list. */
  host: z.string().max(100).optional(),
  /** The most entries on a page. */
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50),
  cursor: z
    .string()
    .regex(/^(\d+\.\d+)?(~(\d+\.\d+)?)?$/, 'must be a next_cursor that the hub returned')
    .optional(),
  /** `jsonl`: all entries, oldest first, one per line; the same as `Accept: application/x-ndjson`. */
  format: z.enum(['json', 'jsonl']).optional(),
});

/** A page of the audit log. */
export const auditPageSchema = z.object({
  items: z.array(auditEntrySchema),
  next_cursor: z.string().optional(),
  /** In a fleet: hosts whose newest entries may be missing, because they are offline or late. */
  hosts_missing: z.array(z.string()).optional(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
