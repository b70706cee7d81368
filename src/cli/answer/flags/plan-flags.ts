/** `--approve`, `--reject` and what goes with them. */
import { type PlanAnswer, planAnswerSchema } from '../../../protocol/answers.ts';
import { usageError } from '../../usage-error.ts';
import { type AnswerFlags, onlyOne, requireWith } from './answer-flags.ts';
import { givenText, type ReadFile } from './given-text.ts';

const MODES = planAnswerSchema.shape.mode.unwrap().options;

export function planAnswer(flags: AnswerFlags, readFile: ReadFile): PlanAnswer {
  if (onlyOne(flags, 'approve', 'reject') === 'reject') {
    requireWith(flags, 'approve', 'mode', 'plan');
    return { decision: 'reject', ...(flags.feedback && { feedback: givenText(flags.feedback, readFile) }) };
  }
  requireWith(flags, 'reject', 'feedback');
  const mode = flags.mode === 'manual' ? 'default' : flags.mode;
  const known = MODES.find((one) => one === mode);
  if (mode !== undefined && known === undefined) throw usageError(`--mode takes ${MODES.join(', ')}.`);
  return {
    decision: 'approve',
    ...(known && { mode: known }),
    ...(flags.plan && { plan: givenText(flags.plan, readFile) }),
  };
}
