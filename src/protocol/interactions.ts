/** Interactions: requests for which Claude waits for a person. */
import { z } from 'zod';
import { ANSWER_SCHEMAS } from './answers.ts';
import { countSchema, jsonObjectSchema, jsonSchema, momentSchema, sessionIdSchema } from './primitives.ts';

export const interactionKindSchema = z.enum(Object.keys(ANSWER_SCHEMAS) as (keyof typeof ANSWER_SCHEMAS)[]);
/** The kind of a request. */
export type InteractionKind = z.infer<typeof interactionKindSchema>;

/** An answer, who gave it, and its effect. */
export const answerSchema = z.looseObject({
  /** Who gave it. */
  by: z.object({
    /** `device`: a paired device. `program`: a token. `terminal`: a person at the terminal of the session. */
    type: z.enum(['device', 'rule', 'terminal', 'program']),
    /** The name of the device, token or rule; `operator` is the hub's own token file. */
    name: z.string(),
    /** The id of a device or token: distinguishes those of the same name. */
    id: z.string().optional(),
    /** If it came from another host of the fleet: that host, and the role that the device had here. */
    host: z.string().optional(),
    role: z.string().optional(),
  }),
  at: momentSchema,
  route: z.enum(['hook', 'control', 'keys', 'terminal']),
  /**
   * `lost`: it was sent, but Claude Code ended or continued without confirming it, so its effect is unknown;
   * `reason` contains the cause.
   */
  applied: z.enum(['sent', 'confirmed', 'superseded', 'lost']),
  reason: z.string().optional(),
});
export type Answer = z.infer<typeof answerSchema>;

/** Warnings for the person who answers: no rule grants such a request. */
export const interactionFlagSchema = z.object({
  code: z.enum(['touches_hub', 'changes_claude_settings', 'changes_startup_files', 'hidden_characters']),
  message: z.string(),
});
export type InteractionFlag = z.infer<typeof interactionFlagSchema>;

/** A request: Claude waits for a person. */
export const interactionSchema = z.object({
  /** The id to answer it with. */
  id: z.string(),
  session_id: sessionIdSchema,
  host: z.string(),
  kind: interactionKindSchema,
  state: z.enum(['open', 'answered', 'withdrawn']),
  tool_use_id: z.string().optional(),
  tool_name: z.string().optional(),
  agent_id: z.string().optional(),
  /** The input of the tool, the questions, the plan, or the form, as Claude sent it. */
  input: jsonObjectSchema,
  suggestions: z.array(jsonSchema),
  /** The session's folder and permission mode at the time of the request, if known. */
  cwd: z.string().optional(),
  permission_mode: z.string().optional(),
  flags: z.array(interactionFlagSchema).optional(),
  /** Claude Code was visibly waiting before any hook reported it: the request may be known only in part. */
  without_hook: z.literal(true).optional(),
  opened_at: momentSchema,
  closed_at: momentSchema.optional(),
  routes: z.array(z.enum(['hook', 'control', 'keys'])),
  /** The answer that counted. */
  answer: answerSchema.optional(),
  /** The latest time until which it blocks Claude; the terminal does not show it before then. */
  held_until: momentSchema.optional(),
  /** When Claude Code was released to show its own dialog after being blocked. */
  shown_at: momentSchema.optional(),
  /** How many times an answer could not be delivered. */
  reopened: countSchema.optional(),
});
export type Interaction = z.infer<typeof interactionSchema>;
