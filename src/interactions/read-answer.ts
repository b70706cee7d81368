/**
 * Turns a body into a decision and checks it against the request: unknown questions, labels and fields are
 * refused by name.
 */
import { interactionDefinition } from '../core/interactions/interaction-definitions.ts';
import { ANSWER_SCHEMAS, type Decision } from '../protocol/answers.ts';
import { describeIssues, fieldsOf } from '../protocol/describe-issues.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';

export function readAnswer(interaction: Interaction, body: unknown): Decision {
  const { kind } = interaction;
  const parsed = ANSWER_SCHEMAS[kind].safeParse(body);
  if (parsed.success) return interactionDefinition(kind).read(interaction, parsed.data);
  throw new ReinsError(
    'invalid_request',
    `This is not a valid answer to a ${kind}. ${describeIssues(parsed.error.issues)}`,
    { fields: fieldsOf(parsed.error.issues) },
  );
}
