/** A plan as a choice of the next permission mode, or a rejection with or without feedback. */
import { modeText } from '../../core/wording/suggestion-text.ts';
import type { PlanAnswer } from '../../protocol/answers.ts';
import { PLAN_MODES } from '../../protocol/permission-modes.ts';
import type { Choice, EditorDialog } from './editor-dialog.ts';

export const PLAN_CHOICES: readonly Choice[] = [
  ...PLAN_MODES.map(
    (mode): Choice => ({
      id: mode,
      name: `Approve and continue in ${modeText(mode)} mode`,
      kind: mode === 'default' ? 'allow_once' : 'allow_always',
    }),
  ),
  { id: 'reject', name: 'Keep planning', kind: 'reject_once' },
  { id: 'words', name: 'Keep planning with feedback', kind: 'reject_once' },
];

export async function askPlan(dialog: EditorDialog): Promise<PlanAnswer | undefined> {
  const chosen = await dialog.choose({ title: 'Claude has a plan' }, PLAN_CHOICES);
  if (chosen === undefined) return undefined;
  if (chosen === 'words') {
    const feedback = await dialog.words('What should be different? Your next message is the answer.');
    return { decision: 'reject', feedback };
  }
  const mode = PLAN_MODES.find((one) => one === chosen);
  return mode ? { decision: 'approve', mode } : { decision: 'reject' };
}
