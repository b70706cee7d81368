/** `--approve`, `--reject` and their options. */
import { type PlanAnswer, planAnswerSchema } from '../../../protocol/answers.ts';
import { PLAN_MODES } from '../../../protocol/permission-modes.ts';
import { usageError } from '../../usage-error.ts';
import { type AnswerFlags, onlyOne, requireWith } from './answer-flags.ts';
import { givenText, type ReadFile } from './given-text.ts';

export function planAnswer(flags: AnswerFlags, readFile: ReadFile): PlanAnswer {
  if (onlyOne(flags, 'approve', 'reject') === 'reject') {
    requireWith(flags, 'approve', 'mode', 'plan');
    return { decision: 'reject', ...(flags.feedback && { feedback: givenText(flags.feedback, readFile) }) };
  }
  requireWith(flags, 'reject', 'feedback');
  const { success, data: mode } = planAnswerSchema.shape.mode.safeParse(flags.mode);
  if (!success) throw usageError(`--mode must be one of ${PLAN_MODES.join(', ')}.`);
  return {
    decision: 'approve',
    ...(mode && { mode }),
    ...(flags.plan && { plan: givenText(flags.plan, readFile) }),
  };
}
