/** Bodies of the calls about rules: the active policy, its replacement, and tests on past requests. */
import { z } from 'zod';
import { answerSchema, interactionKindSchema } from './interactions.ts';
import { policyProblemSchema, policySchema, ruleVerdictSchema, simulatedSchema } from './policy.ts';
import { countSchema, jsonObjectSchema, momentSchema, sessionIdSchema } from './primitives.ts';

/** `GET` and `PUT /api/policy` */
export const policyAnswerSchema = z.object({
  /** The rules in force: none while the file has problems. */
  policy: policySchema,
  /** Changes with every change of the file; null if there is none. Also the `ETag`. */
  version: z.string().nullable(),
  /** The problems of the file; while there are any, no rule applies. */
  problems: z.array(policyProblemSchema),
});
export type PolicyAnswer = z.infer<typeof policyAnswerSchema>;

/** `POST /api/policy/simulate` */
export const simulationRequestSchema = z.strictObject({
  /** The policy to test; the active one if left out. */
  policy: jsonObjectSchema.optional(),
  /** Only requests since this time. */
  since: momentSchema.optional(),
  /** This many of the newest. */
  limit: z.int().min(1).max(10_000).default(1000),
});
export type SimulationRequest = z.infer<typeof simulationRequestSchema>;
export type SimulationRequestInput = z.input<typeof simulationRequestSchema>;

/** One past request, its outcome, and what rules would have decided. */
export const simulatedAskSchema = simulatedSchema.extend({
  session_id: sessionIdSchema,
  kind: interactionKindSchema,
  tool_name: z.string().optional(),
  /** Long texts are cut. */
  input: jsonObjectSchema,
  cwd: z.string().optional(),
  opened_at: momentSchema,
  answered_by: answerSchema.shape.by.optional(),
});
export type SimulatedAsk = z.infer<typeof simulatedAskSchema>;

/** What rules would have decided about past requests. */
export const simulationSchema = z.object({
  items: z.array(simulatedAskSchema),
  counts: z.object({
    asks: countSchema,
    /** How many times rules would have decided this. */
    would: z.partialRecord(ruleVerdictSchema, countSchema),
    /** How that compares to the actual decision. */
    compared: z.partialRecord(simulatedSchema.shape.compared, countSchema),
  }),
});
export type Simulation = z.infer<typeof simulationSchema>;
