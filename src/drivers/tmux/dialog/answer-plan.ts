/** Answers a plan dialog with keys: continue in one of the offered modes, or say what to change. */

import { REJECTED } from '../../../core/denial-text.ts';
import type { PlanAnswer } from '../../../protocol/answers.ts';
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import type { OptionRow } from './option-rows.ts';
import type { Dialog } from './read-dialog.ts';
import type { PlanDialog } from './read-plan.ts';
import { squeeze } from './squeeze.ts';
import { toFieldText } from './to-field-text.ts';

/** Modes by the text of their row, without spaces. If no mode is given, the most careful one is used. */
const APPROVALS: Readonly<Record<NonNullable<PlanAnswer['mode']>, RegExp>> = {
  default: /^Yes,(?:and)?manuallyapproveedits/,
  acceptEdits: /^Yes,(?:and)?(?:auto-acceptedits|acceptedits)/,
  auto: /^Yes,anduseautomode/,
};
const CHANGE = squeeze('Tell Claude what to change');
/** Shown below the row for feedback. */
const HINT = squeeze('shift+tab to approve with this feedback');

export function refusePlan(dialog: PlanDialog, { decision, mode, plan }: PlanAnswer): string | undefined {
  if (plan) return 'keys cannot edit a plan';
  if (decision === 'reject') {
    return writingRow(dialog) ? undefined : 'someone is typing in the dialog, or it takes no feedback';
  }
  return approval(dialog, mode) ? undefined : `the dialog offers no row for the mode ${mode ?? 'default'}`;
}

export async function answerPlan(
  keys: DialogKeys,
  dialog: PlanDialog,
  { decision, mode, feedback }: PlanAnswer,
): Promise<void> {
  if (decision === 'reject') return reject(keys, dialog, toFieldText(feedback ?? REJECTED));
  const row = approval(dialog, mode);
  if (!row) throw new DialogStuck('the row is missing');
  // On the feedback row, a number would be text.
  if (isMarked(dialog, CHANGE)) await keys.step('Up', (now) => !isMarked(read(now), CHANGE) || undefined);
  await keys.decide(
    String(row.number),
    (now) => !isMarked(read(now), CHANGE) && approval(read(now), mode)?.number === row.number,
  );
}

async function reject(keys: DialogKeys, dialog: PlanDialog, feedback: string): Promise<void> {
  for (let now = dialog, presses = 0; !isMarked(now, CHANGE); presses += 1) {
    if (presses > dialog.options.length) throw new DialogStuck('the cursor does not reach the feedback row');
    const before = markedText(now);
    now = await keys.step('Down', (seen) => (markedText(read(seen)) === before ? undefined : read(seen)));
  }
  try {
    await keys.write(feedback, (now) => isMarked(read(now), squeeze(feedback)) || undefined);
    await keys.decide('Enter', (now) => isMarked(read(now), squeeze(feedback)));
  } catch (error) {
    // Whatever this results in, report the original reason.
    if (error instanceof DialogStuck) {
      await keys.clear((now) => isMarked(read(now), CHANGE)).catch(() => {});
    }
    throw error;
  }
}

function approval({ options }: PlanDialog, mode: PlanAnswer['mode']): OptionRow | undefined {
  return options.find(({ text }) => APPROVALS[mode ?? 'default'].test(squeeze(text)));
}

function writingRow({ options }: PlanDialog): OptionRow | undefined {
  return options.find(({ text }) => squeeze(text).replace(HINT, '') === CHANGE);
}

function isMarked(dialog: PlanDialog, text: string): boolean {
  return markedText(dialog) === text;
}

function markedText({ options }: PlanDialog): string {
  return squeeze(options.find((option) => option.isMarked)?.text ?? '').replace(HINT, '');
}

function read(dialog: Dialog): PlanDialog {
  if (dialog.kind !== 'plan') throw new DialogStuck('another dialog is on the screen');
  return dialog;
}
