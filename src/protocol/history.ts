/** The hub's store of past sessions: reading progress, size, and search. */
import { z } from 'zod';
import { countSchema } from './primitives.ts';

/** How far transcripts have been read. */
export const historyProgressSchema = z.object({
  /** Transcripts on disk, and how many of them have been read completely. */
  files: countSchema,
  files_read: countSchema,
  bytes: countSchema,
  bytes_read: countSchema,
  /** Transcripts that could not be read; they are retried. */
  unreadable: countSchema,
});
export type HistoryProgress = z.infer<typeof historyProgressSchema>;

/** The state of the store of past sessions. */
export const historyStatusSchema = z.object({
  /** `reading`: more results follow. `failed`: see `problem`. */
  state: z.enum(['starting', 'reading', 'ready', 'failed']),
  problem: z.string().optional(),
  progress: historyProgressSchema,
  /** The sizes of the database of past sessions and of the event log. */
  database_bytes: countSchema,
  log_bytes: countSchema,
  /** Recent growth of the log per day; absent until backups of two days can be compared. */
  log_bytes_per_day: z.int().optional(),
  /** Transcripts that Claude Code has deleted and that are stored here. */
  files_gone: countSchema,
});
export type HistoryStatus = z.infer<typeof historyStatusSchema>;

/** `POST /api/history/prune` */
export const pruneSchema = z.strictObject({
  /** Remove sessions that have been inactive for this many days; the setting `log_days` if absent. */
  days: z.int().min(1).optional(),
  /** Only report what would be removed. */
  dry_run: z.boolean().optional(),
});
export type Prune = z.infer<typeof pruneSchema>;

/** What was removed from the event log, or would be. */
export const prunedSchema = z.object({
  days: countSchema,
  dry_run: z.boolean(),
  /** Sessions removed from the event log. Those with a transcript stay listed, and are read again when opened. */
  sessions: countSchema,
  /** How many of them have no transcript: they leave the list. */
  without_transcript: countSchema,
  events: countSchema,
  /** Disk space freed; an estimate for a dry run. */
  bytes: countSchema,
});
export type Pruned = z.infer<typeof prunedSchema>;

export const searchRoleSchema = z.enum(['user', 'assistant', 'thinking', 'tool', 'summary', 'title']);
/** Who wrote a text. */
export type SearchRole = z.infer<typeof searchRoleSchema>;

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z',
});

/** How far each host has been read: this one first, then others by their ids. */
const searchCursor = z
  .string()
  .regex(/^(\d+)?(~[a-z2-7]{10}\.\d+)*$/, 'must be a next_cursor that the hub returned');

export const searchQuerySchema = z.object({
  /** Words, "phrases in quotes" and `prefix*`; the last word may be incomplete. */
  q: z.string().max(1000).default(''),
  /** A folder, or the last part of its name. */
  project: z.string().min(1).optional(),
  /** Only this Git branch. */
  branch: z.string().min(1).optional(),
  /** Only calls of this tool. */
  tool: z.string().min(1).optional(),
  /** Only texts by this author. */
  role: searchRoleSchema.optional(),
  /** Part of the path of a file that a tool used. */
  file: z.string().min(1).optional(),
  /** Only this session, by the start of its id. */
  session: z.string().min(1).optional(),
  /** In a fleet: the name or id of the only host to search. */
  host: z.string().max(100).optional(),
  errors: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  since: moment.optional(),
  until: moment.optional(),
  /** The most results on a page. */
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: searchCursor.optional(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

/** A piece of a text; matches are marked. */
export const snippetPartSchema = z.object({ text: z.string(), hit: z.boolean().optional() });
export type SnippetPart = z.infer<typeof snippetPartSchema>;

/** A place in a conversation that matches a search. */
export const searchHitSchema = z.object({
  session_id: z.string(),
  /** In a fleet: the host of the session. */
  host: z.string().optional(),
  /** The subagent of the conversation. */
  agent_id: z.string().optional(),
  /** Its place: `GET /sessions/:id/turns?before=<position + 1>` ends with it. */
  position: z.number(),
  item: z.string().optional(),
  at: z.string(),
  /** Who wrote the text. */
  role: searchRoleSchema,
  tool: z.string().optional(),
  is_error: z.boolean(),
  title: z.string(),
  cwd: z.string(),
  branch: z.string().optional(),
  snippet: z.array(snippetPartSchema),
  /** Its place in the ranking of its host. */
  rank: z.number().optional(),
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** A page of search results, best first. */
export const searchAnswerSchema = z.object({
  items: z.array(searchHitSchema),
  next_cursor: searchCursor.optional(),
  /** False while transcripts are still being read: more results may follow. */
  is_complete: z.boolean(),
  /** In a fleet: hosts that did not respond. */
  hosts_missing: z.array(z.string()).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
