/** `GET /api/usage`: tokens and their cost, over all current and past transcripts. */
import { z } from 'zod';
import { countSchema, sessionIdSchema } from './primitives.ts';

export const usageGroupSchema = z.enum(['day', 'project', 'model', 'session', 'tool', 'host']);
/** What the rows of a usage report stand for. */
export type UsageGroup = z.infer<typeof usageGroupSchema>;

const day = z.iso.date();

export const usageQuerySchema = z.strictObject({
  /** What each row stands for. */
  group: usageGroupSchema.default('day'),
  /** First and last day, both included. */
  since: day.optional(),
  until: day.optional(),
  /** A folder. */
  project: z.string().min(1).optional(),
  /** Only this model. */
  model: z.string().min(1).optional(),
  /** Only this session. */
  session: sessionIdSchema.optional(),
  /** In a fleet: the name or id of the only host to count. */
  host: z.string().max(100).optional(),
  /** At most this many rows, the most expensive; days are always complete. */
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type UsageQuery = z.infer<typeof usageQuerySchema>;

export const tokenSumsSchema = z.object({
  /** API messages, each counted once however often it is recorded. */
  messages: countSchema,
  input_tokens: countSchema,
  output_tokens: countSchema,
  cache_read_tokens: countSchema,
  /** Written to the cache for five minutes, and for an hour. */
  cache_write_5m_tokens: countSchema,
  cache_write_1h_tokens: countSchema,
  web_searches: countSchema,
});
export type TokenSums = z.infer<typeof tokenSumsSchema>;

const costs = {
  /** The known cost, in dollars. Absent if unknown. */
  cost_usd: z.number().optional(),
  /** Models without a known price: their tokens are counted, their cost is not. */
  unknown_models: z.array(z.string()),
};

/** The usage of a day, folder, model, session, tool or host. */
export const usageRowSchema = tokenSumsSchema.extend({
  /** The day, folder, model, session, tool or host. */
  key: z.string(),
  ...costs,
  /** The part of the cost caused by subagents. */
  agents_cost_usd: z.number().optional(),
  /** The title and folder of a session. */
  title: z.string().optional(),
  cwd: z.string().optional(),
  /** In a fleet: the host of a session or folder. */
  host: z.string().optional(),
});
export type UsageRow = z.infer<typeof usageRowSchema>;

/** Tokens and their cost, in rows. */
export const usageReportSchema = z.object({
  group: usageGroupSchema,
  /** The time zone of the days: that of the hub's machine. */
  tz: z.string(),
  /** Days in order; everything else by cost, then by tokens. For tools see `docs/usage.md`. */
  items: z.array(usageRowSchema),
  /** How many rows were left out by the limit; the total includes them. */
  left_out: countSchema,
  total: usageRowSchema.omit({ key: true, title: true, cwd: true, host: true }),
  /** When the prices were looked up. */
  prices_of: z.iso.date(),
  /** False while transcripts are still being read. */
  is_complete: z.boolean(),
  /** In a fleet: hosts that did not respond. */
  hosts_missing: z.array(z.string()).optional(),
});
export type UsageReport = z.infer<typeof usageReportSchema>;
