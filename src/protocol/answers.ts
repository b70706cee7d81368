/** What a person, a rule or a program answers, by the kind of interaction: the body of `POST /api/interactions/:id/answer`. */
import { z } from 'zod';
import { PLAN_MODES } from './permission-modes.ts';
import { jsonObjectSchema, modeSchema } from './primitives.ts';

export const permissionAnswerSchema = z.strictObject({
  decision: z.enum(['allow', 'deny']),
  /** The tool's input as it shall run, whole. */
  input: jsonObjectSchema.optional(),
  /** Of Claude's suggestions those that shall hold from now on, as they were made or edited. */
  apply: z.array(jsonObjectSchema).optional(),
  /** Words for Claude with a denial. */
  message: z.string().min(1).optional(),
  /** Ends the turn with the denial. */
  interrupt: z.boolean().optional(),
});
export type PermissionAnswer = z.infer<typeof permissionAnswerSchema>;

/** An option's label or number, or words of one's own, marked as such. */
const choiceSchema = z.union([z.string().min(1), z.strictObject({ other: z.string().min(1) })]);

export const questionAnswerSchema = z.union(
  [
    z.strictObject({
      /**
       * By the question's own text: one choice or several. Unmarked words that match no option closely are taken as words
       * of one's own. Empty skips.
       */
      answers: z.record(z.string(), z.union([choiceSchema, z.array(choiceSchema)])),
      notes: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ reply: z.string().min(1) }),
  ],
  {
    error:
      'must be {answers, notes?}, a choice (a text or {other}) or a list of choices by question, or {reply}, words instead',
  },
);
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;
/** The same once it is read: labels and words by question. */
export type QuestionDecision =
  | {
      readonly answers: Record<string, string | string[]>;
      readonly notes?: Record<string, string> | undefined;
    }
  | { readonly reply: string };

export const planAnswerSchema = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  /** The permission mode to go on in. */
  mode: modeSchema(PLAN_MODES).optional(),
  /** The plan as it shall be carried out, whole. */
  plan: z.string().min(1).optional(),
  feedback: z.string().min(1).optional(),
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

export const elicitationAnswerSchema = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: jsonObjectSchema.optional(),
});
export type ElicitationAnswer = z.infer<typeof elicitationAnswerSchema>;

/** One row for each kind of interaction there is. */
export const ANSWER_SCHEMAS = {
  permission: permissionAnswerSchema,
  question: questionAnswerSchema,
  plan: planAnswerSchema,
  elicitation: elicitationAnswerSchema,
} as const;

type AnswerSchemas = typeof ANSWER_SCHEMAS;
/** An answer together with the kind it is for. */
export type Decision = {
  [Kind in keyof AnswerSchemas]: { readonly kind: Kind } & (Kind extends 'question'
    ? QuestionDecision
    : z.infer<AnswerSchemas[Kind]>);
}[keyof AnswerSchemas];

/** `POST /api/sessions/:id/answer`; its names are those of Claude Code's own tool calls. */
export const questionByToolSchema = z.looseObject({ toolUseId: z.string() });
