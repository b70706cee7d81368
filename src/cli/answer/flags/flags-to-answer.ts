/** Converts the flags of `reins answer` to the body of an answer, checked against the request. */
import { readFileSync } from 'node:fs';
import type { InteractionFormName } from '../../../core/interactions/interaction-definition.ts';
import { interactionDefinition } from '../../../core/interactions/interaction-definitions.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import type { AnswerBody } from '../../../sdk/answer-calls.ts';
import { usageError } from '../../usage-error.ts';
import { type AnswerFlags, checkFit } from './answer-flags.ts';
import { formAnswer } from './form-flags.ts';
import type { ReadFile } from './given-text.ts';
import { permissionAnswer } from './permission-flags.ts';
import { planAnswer } from './plan-flags.ts';
import { questionAnswer } from './question-flags.ts';

/** Throws `invalid_request` with the flags that fit. */
export function flagsToAnswer(
  interaction: Interaction,
  flags: AnswerFlags,
  readFile: ReadFile = readText,
): AnswerBody {
  checkFit(interaction.kind, flags);
  return READERS[interactionDefinition(interaction.kind).form](interaction, flags, readFile);
}

const READERS: Readonly<
  Record<InteractionFormName, (pending: Interaction, flags: AnswerFlags, readFile: ReadFile) => AnswerBody>
> = {
  call: permissionAnswer,
  questions: questionAnswer,
  plan: (_ask, flags, readFile) => planAnswer(flags, readFile),
  fields: formAnswer,
};

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw usageError(`Cannot read ${path} (${(error as Error).message}).`);
  }
}
