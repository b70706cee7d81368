/**
 * The answer of a person, a rule or a program, by the kind of interaction: the body of `POST
 * /api/interactions/:id/answer`.
 */
import { z } from 'zod';
import { PLAN_MODES } from './permission-modes.ts';
import { jsonObjectSchema, modeSchema } from './primitives.ts';

export const permissionAnswerSchema = z.strictObject({
  decision: z.enum(['allow', 'deny']),
  /** The complete input to run the tool with. */
  input: jsonObjectSchema.optional(),
  /** Claude's suggestions to apply from now on, original or edited. */
  apply: z.array(jsonObjectSchema).optional(),
  /** The reason for a denial, sent to Claude. */
  message: z.string().min(1).optional(),
  /** Ends the turn with the denial. */
  interrupt: z.boolean().optional(),
});
export type PermissionAnswer = z.infer<typeof permissionAnswerSchema>;

/** An option's label or number, or a custom answer marked as such. */
const choiceSchema = z.union([z.string().min(1), z.strictObject({ other: z.string().min(1) })]);

export const questionAnswerSchema = z.union(
  [
    z.strictObject({
      /**
       * By the question's own text: one choice or several. Unmarked text that does not closely match an
       * option is a custom answer. Empty skips.
       */
      answers: z.record(z.string(), z.union([choiceSchema, z.array(choiceSchema)])),
      notes: z.record(z.string(), z.string()).optional(),
    }),
    z.strictObject({ reply: z.string().min(1) }),
  ],
  {
    error:
      'must be {answers, notes?}, a choice (a text or {other}) or a list of choices by question, or {reply}, a text instead',
  },
);
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;
/** The parsed form: labels and custom answers by question. */
export type QuestionDecision =
  | {
      readonly answers: Record<string, string | string[]>;
      readonly notes?: Record<string, string> | undefined;
    }
  | { readonly reply: string };

export const planAnswerSchema = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  /** The permission mode to continue in. */
  mode: modeSchema(PLAN_MODES).optional(),
  /** The complete plan to carry out. */
  plan: z.string().min(1).optional(),
  feedback: z.string().min(1).optional(),
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

export const elicitationAnswerSchema = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: jsonObjectSchema.optional(),
});
export type ElicitationAnswer = z.infer<typeof elicitationAnswerSchema>;

/** One row for each kind of interaction. */
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
