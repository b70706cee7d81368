/** Converts the flags of `reins answer` to the body of an answer, checked against the request. */
import { readFileSync } from 'node:fs';
import type { AskFormName } from '../../../core/asks/ask-kind.ts';
import { askKindOf } from '../../../core/asks/ask-kinds.ts';
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
  return READERS[askKindOf(interaction.kind).form](interaction, flags, readFile);
}

const READERS: Readonly<
  Record<AskFormName, (ask: Interaction, flags: AnswerFlags, readFile: ReadFile) => AnswerBody>
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
