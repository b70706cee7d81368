/** Requests and answers of the HTTP API, except sessions, events, interactions and settings. */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { interactionSchema } from './interactions.ts';
import { countSchema, momentSchema, sessionAddressSchema, sessionIdSchema } from './primitives.ts';
import { type Status, sessionSchema, sessionViewSchema, statusSchema, turnSchema } from './session.ts';

/** Every error answer. */
export const errorSchema = z.object({
  /** What went wrong. */
  error: z.object({
    /** Stable: programs can rely on it. */
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    /** What happened, and what to do next. */
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

export const MAX_PAGE = 500;
const limit = (usual: number, least = 1) => z.coerce.number().int().min(least).max(MAX_PAGE).default(usual);
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
/** A flag that may also be left out. */
const choice = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

export const sessionParamsSchema = z.object({ id: sessionAddressSchema });

const areStatuses = (given: unknown) =>
  Array.isArray(given) && given.every((one) => statusSchema.safeParse(one).success);

/** `GET /api/sessions` */
export const sessionQuerySchema = z.object({
  /** Only sessions with one of these, separated by commas. */
  status: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.custom<Status[]>(areStatuses, `must be one or more of ${statusSchema.options.join(', ')}`))
    .optional(),
  /** Adds the number of sessions by status and by label: of those that all filters except `status` and `label` select. */
  counts: z.enum(['true', 'false']).optional(),
  /** In a fleet: the name or id of the only host to list. */
  host: z.string().max(100).optional(),
  /** Only sessions in this folder. */
  cwd: z.string().optional(),
  q: z.string().optional(),
  /** Only sessions with this label. */
  label: z.string().max(100).optional(),
  /** Only pinned sessions, or only others. */
  pinned: choice,
  /** Only archived sessions, or only others. Without it, both. */
  archived: choice,
  /** Only these, as comma-separated ids; unknown ones are left out. */
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(sessionIdSchema).max(MAX_PAGE))
    .optional(),
  /** The most sessions on a page. */
  limit: limit(50),
  cursor: z
    .string()
    .regex(/^\d+(\.\d+){1,2}$/, 'must be a next_cursor that the hub returned')
    .optional(),
});

/** Where to subscribe to miss nothing after this answer. */
const lastEventId = z.string();

/** A page of sessions, newest activity first. */
export const sessionListSchema = z.object({
  items: z.array(sessionSchema),
  next_cursor: z.string().optional(),
  last_event_id: lastEventId,
  /** The number of sessions by status, if it was requested. */
  counts: z.record(statusSchema, countSchema).optional(),
  /** The number of sessions by label, with `counts`. */
  labels: z.record(z.string(), countSchema).optional(),
});
export type SessionList = z.infer<typeof sessionListSchema>;

/** `GET /api/sessions/:id` */
export const viewQuerySchema = z.object({
  /** 0: everything but the conversation. */
  limit: limit(100, 0),
});
/** A session with everything about it, and its newest turns. */
export const sessionAnswerSchema = sessionViewSchema.extend({
  last_event_id: lastEventId,
  /** Older parts of a long transcript are still being read: sums and earlier turns follow as events. */
  reading: z.literal(true).optional(),
});
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

/** `GET /api/sessions/:id/turns` */
export const turnsQuerySchema = z.object({
  before: z.coerce.number().optional(),
  /**
   * The items after this place, oldest first; `newer_after` of a known page continues from there. Not with
   * `before`.
   */
  after: z.coerce.number().optional(),
  /** The most items on a page. */
  limit: limit(100),
  /** The subagent of the conversation; absent for the main one. */
  agent: z.string().optional(),
});
/** A page of a conversation. */
export const turnsPageSchema = z.object({
  /** The turns of the page, oldest first. */
  turns: z.array(turnSchema),
  older_before: z.number().optional(),
  newer_after: z.number().optional(),
});
export type TurnsPage = z.infer<typeof turnsPageSchema>;

/** `GET /api/sessions/:id/events`, `GET /api/events` */
export const streamQuerySchema = z.object({
  /** A seq of the session, `now`, or a resume id. */
  since: z.string().optional(),
  /** `hook`: only hooks, byte for byte as Claude Code sent them. */
  raw: z.enum(['hook']).optional(),
  /** Whether to send questions as separate messages too. */
  questions: flag,
  /**
   * `message`: plain messages without an `event:` line, for `onmessage` of an `EventSource`. The data of events and text
   * deltas has their `type`; everything else is `{type, data}`.
   */
  format: z.enum(['event', 'message']).default('event'),
  /** Text while it is being written; by default only in the stream of one session. */
  live: choice,
});
export type StreamQuery = z.infer<typeof streamQuerySchema>;

/** `event: reset`: the client's position cannot be continued; a snapshot follows. */
export const resetSchema = z.object({ reason: z.enum(['unknown_epoch', 'unknown_position']) });
export type Reset = z.infer<typeof resetSchema>;

/** `GET /api/interactions` */
export const interactionQuerySchema = z.object({
  /** Only requests in this state. */
  state: interactionSchema.shape.state.optional(),
  /** Only requests of this session. */
  session: sessionAddressSchema.optional(),
  /** In a fleet: the name or id of the only host to list. */
  host: z.string().max(100).optional(),
  /** An id or a prefix of one. */
  id: z.string().min(1).max(200).optional(),
});
/** Requests of Claude. */
export const interactionListSchema = z.object({ items: z.array(interactionSchema) });
export type InteractionList = z.infer<typeof interactionListSchema>;

/** A question of Claude, as it asked it. */
export const questionSchema = z.looseObject({
  /** The text of the question. */
  question: z.string(),
  /** A short label. */
  header: z.string().optional(),
  /** Whether several options may be chosen. */
  multiSelect: z.boolean().optional(),
  /** The options to choose from; a custom answer is always possible. */
  options: z.array(
    z.looseObject({
      /** The text of the option, which is also its answer. */
      label: z.string(),
      /** What choosing it means. */
      description: z.string().optional(),
    }),
  ),
});
const questionsSchema = z.array(questionSchema);
const toolNames = {
  /** The tool call that asks. */
  tool_use_id: z.string(),
  /** The same as `tool_use_id`. */
  toolUseId: z.string(),
};
const sessionNames = {
  session_id: sessionIdSchema,
  /** The same as `session_id`. */
  sessionId: sessionIdSchema,
};

/** `GET /api/sessions/:id/pending-questions` */
export const pendingQuestionSchema = z.object({
  ...toolNames,
  /** The questions of the call. */
  questions: questionsSchema,
  opened_at: momentSchema,
});
/** The open questions of a session. */
export const pendingQuestionsSchema = z.object({ items: z.array(pendingQuestionSchema) });
export type PendingQuestions = z.infer<typeof pendingQuestionsSchema>;

/** `event: interactive_question`, with `?questions=true` */
export const interactiveQuestionSchema = z.object({
  ...sessionNames,
  ...toolNames,
  /** The questions of the call. */
  questions: questionsSchema,
});
/** Claude asks questions, with `questions` in a subscription. */
export type InteractiveQuestionNews = z.infer<typeof interactiveQuestionSchema>;

/** `event: interactive_question_answered`: `answers` by question, or the reply instead. */
export const interactiveAnswerSchema = z.object({
  ...sessionNames,
  ...toolNames,
  /** By the question's own text: labels and custom answers. */
  answers: z.record(z.string(), z.unknown()),
  /** The text given instead of answers. */
  reply: z.string().optional(),
  /** `withdrawn`: Claude no longer waits for an answer. */
  state: z.enum(['answered', 'withdrawn']),
});
/** Questions were answered or withdrawn. */
export type InteractiveAnswerNews = z.infer<typeof interactiveAnswerSchema>;
