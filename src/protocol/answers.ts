/**
 * The answer of a person, a rule or a program, by the kind of interaction: the body of `POST
 * /api/interactions/:id/answer`.
 */
import { z } from 'zod';
import { PLAN_MODES } from './permission-modes.ts';
import { checkedLater, jsonObjectSchema, modeSchema } from './primitives.ts';

/** The answer to a permission request. */
export const permissionAnswerSchema = z.strictObject({
  /** Whether the tool may run. */
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

const choices = {
  /**
   * By the question's own text: one choice or several. Unmarked text that does not closely match an
   * option is a custom answer. Empty skips.
   */
  answers: z.record(z.string(), z.union([choiceSchema, z.array(choiceSchema)])),
  /** Notes to Claude, by the question's own text. */
  notes: z.record(z.string(), z.string()).optional(),
};
const instead = {
  /** A text for Claude instead of answers. */
  reply: z.string().min(1),
};

/** The answer to questions: `answers`, or one text instead. */
export const questionAnswerSchema = z.union([z.strictObject(choices), z.strictObject(instead)], {
  error:
    'must be {answers, notes?}, a choice (a text or {other}) or a list of choices by question, or {reply}, a text instead',
});
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;
/** The parsed form: labels and custom answers by question. */
export type QuestionDecision =
  | {
      readonly answers: Record<string, string | string[]>;
      readonly notes?: Record<string, string> | undefined;
    }
  | { readonly reply: string };

/** The answer to a plan. */
export const planAnswerSchema = z.strictObject({
  /** Whether Claude may carry the plan out. */
  decision: z.enum(['approve', 'reject']),
  /** The permission mode to continue in. */
  mode: modeSchema(PLAN_MODES).optional(),
  /** The complete plan to carry out. */
  plan: z.string().min(1).optional(),
  /** What to change; with an approval, a note. */
  feedback: z.string().min(1).optional(),
});
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** The answer to a form of an MCP server. */
export const elicitationAnswerSchema = z.strictObject({
  /** Whether the form is filled in, declined, or closed without an answer. */
  action: z.enum(['accept', 'decline', 'cancel']),
  /** The values of the form, by field. */
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

/** `POST /api/interactions/:id/answer`: the schema by the kind of the request. */
export const answerBodySchema = z.union(Object.values(ANSWER_SCHEMAS));

const ofTool = {
  /** The tool call that asks. `toolUseId` is accepted too. */
  tool_use_id: z.string(),
};
/** `POST /api/sessions/:id/answer`: an answer to questions, and the tool call that asks them. */
export const questionByToolSchema = z.union([
  z.strictObject({ ...ofTool, ...choices }),
  z.strictObject({ ...ofTool, ...instead }),
]);

/** The parsers of both bodies: the rest is checked against the request. */
export const anyAnswerSchema = checkedLater(answerBodySchema, jsonObjectSchema);
export const anyAnswerByToolSchema = checkedLater(
  questionByToolSchema,
  z
    .looseObject({ tool_use_id: z.string().optional(), toolUseId: z.string().optional() })
    .refine(({ tool_use_id, toolUseId }) => (tool_use_id === undefined) !== (toolUseId === undefined), {
      path: ['tool_use_id'],
      error: 'must be the id of the tool call that asks; toolUseId is another name for it',
    }),
);
