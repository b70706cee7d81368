/** Interactions: Claude waits for a person. */
import { z } from 'zod';
import { ANSWER_SCHEMAS } from './answers.ts';
import { jsonObjectSchema, jsonSchema, momentSchema, sessionIdSchema } from './primitives.ts';

export const interactionKindSchema = z.enum(Object.keys(ANSWER_SCHEMAS) as (keyof typeof ANSWER_SCHEMAS)[]);
export type InteractionKind = z.infer<typeof interactionKindSchema>;

export const answerSchema = z.looseObject({
  by: z.object({
    type: z.enum(['device', 'rule', 'terminal', 'program']),
    /** The name of the device, token or rule; `operator` stands for the hub's own token file. */
    name: z.string(),
    /** Of a device or token: tells those of the same name apart. */
    id: z.string().optional(),
  }),
  at: momentSchema,
  route: z.enum(['hook', 'control', 'keys', 'terminal']),
  /** `lost`: it was sent, and Claude Code ended or went on without confirming it, so its effect is unknown; `reason` says why. */
  applied: z.enum(['sent', 'confirmed', 'superseded', 'lost']),
  reason: z.string().optional(),
});
export type Answer = z.infer<typeof answerSchema>;

/** What whoever answers should know of an ask: no rule grants it. */
export const interactionFlagSchema = z.object({
  code: z.enum(['touches_hub', 'changes_claude_settings', 'changes_startup_files', 'hidden_characters']),
  message: z.string(),
});
export type InteractionFlag = z.infer<typeof interactionFlagSchema>;

export const interactionSchema = z.object({
  id: z.string(),
  session_id: sessionIdSchema,
  host: z.string(),
  kind: interactionKindSchema,
  state: z.enum(['open', 'answered', 'withdrawn']),
  tool_use_id: z.string().optional(),
  tool_name: z.string().optional(),
  agent_id: z.string().optional(),
  input: jsonObjectSchema,
  suggestions: z.array(jsonSchema),
  /** The session's folder and permission mode when it asked, as far as they are known. */
  cwd: z.string().optional(),
  permission_mode: z.string().optional(),
  flags: z.array(interactionFlagSchema).optional(),
  /** Claude Code was seen waiting before any hook told of it: what it asks may be known in part only. */
  without_hook: z.literal(true).optional(),
  opened_at: momentSchema,
  closed_at: momentSchema.optional(),
  routes: z.array(z.enum(['hook', 'control', 'keys'])),
  answer: answerSchema.optional(),
  /** Until when at most Claude is held up for it: the terminal shows nothing of it before. */
  held_until: momentSchema.optional(),
  /** When Claude Code was let go to show its own dialog after having been held up. */
  shown_at: momentSchema.optional(),
  /** How often an answer could not be handed over. */
  reopened: z.number().optional(),
});
export type Interaction = z.infer<typeof interactionSchema>;
