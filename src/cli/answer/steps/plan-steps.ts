/** A plan, step by step: approved into a permission mode, edited, or sent back with words. */

import { exactText } from '../../../lib/hidden-characters.ts';
import type { PlanAnswer } from '../../../protocol/answers.ts';
import type { Interaction } from '../../../protocol/interactions.ts';
import type { Dialog } from '../dialog.ts';

type Step = 'approve' | 'acceptEdits' | 'auto' | 'edit' | 'reject';

const CHOICES: readonly { readonly value: Step; readonly label: string; readonly letter: string }[] = [
  { value: 'approve', label: 'Approve', letter: 'a' },
  { value: 'acceptEdits', label: 'Approve, and let Claude edit files without asking', letter: 'f' },
  { value: 'auto', label: 'Approve, and go on in auto mode', letter: 'u' },
  { value: 'edit', label: 'Edit the plan', letter: 'e' },
  { value: 'reject', label: 'Send it back with words', letter: 'r' },
];

/** Undefined when the person leaves it as it is. */
export async function planSteps(
  ask: Pick<Interaction, 'input'>,
  dialog: Dialog,
): Promise<PlanAnswer | undefined> {
  const original = String(ask.input['plan'] ?? '');
  let plan: string | undefined;
  for (;;) {
    const chosen = await dialog.choose({ choices: CHOICES });
    if (!chosen) return undefined;
    if (chosen.value === 'edit') {
      const edited = await dialog.edit(plan ?? original, 'plan.md');
      if (edited === undefined || edited.trim() === '' || edited === original) continue;
      plan = edited;
      dialog.say('The plan is now:', '', ...exactText(edited).trimEnd().split('\n'), '');
    } else if (chosen.value === 'reject') {
      const feedback = await dialog.ask('What should be different?');
      if (feedback !== undefined) return { decision: 'reject', feedback };
    } else {
      const mode = chosen.value === 'approve' ? undefined : chosen.value;
      return { decision: 'approve', ...(mode && { mode }), ...(plan !== undefined && { plan }) };
    }
  }
}
