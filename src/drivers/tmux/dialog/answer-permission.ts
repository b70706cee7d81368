/** Answers a permission dialog with keys: yes, yes with a suggestion, no with a reason, or Escape. */

import { DENIED } from '../../../core/denial-text.ts';
import type { PermissionAnswer } from '../../../protocol/answers.ts';
import type { PendingInteraction } from '../../driver.ts';
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import type { OptionRow } from './option-rows.ts';
import type { Dialog } from './read-dialog.ts';
import type { PermissionDialog } from './read-permission.ts';
import { squeeze } from './squeeze.ts';
import { findSuggestedRow } from './suggestion-labels.ts';
import { toFieldText } from './to-field-text.ts';

const AMENDED_NO = squeeze('No, and tell Claude what to do differently');

/** Why keys cannot deliver the decision; undefined if they can. */
export function refusePermission(
  dialog: PermissionDialog,
  interaction: PendingInteraction,
  { decision, input, apply, message, interrupt }: PermissionAnswer,
): string | undefined {
  if (dialog.isAmending) return 'someone is typing in the dialog';
  if (input) return 'keys cannot edit the input of a tool call';
  if (decision === 'allow') {
    const row = apply?.length ? findSuggestedRow(dialog.options, interaction, apply) : rowOf(dialog, 'Yes');
    return typeof row === 'string' ? row : row ? undefined : 'the dialog offers no plain Yes';
  }
  if (interrupt) return message ? 'keys cannot combine a reason with an interrupt' : undefined;
  const hasNo = dialog.canAmend && rowOf(dialog, 'No');
  return hasNo ? undefined : 'this dialog can only be denied with an interrupt';
}

export async function answerPermission(
  keys: DialogKeys,
  dialog: PermissionDialog,
  interaction: PendingInteraction,
  { decision, apply, message, interrupt }: PermissionAnswer,
): Promise<void> {
  if (decision === 'deny') {
    if (interrupt) return keys.decide('Escape', (now) => !read(now).isAmending);
    return denyWithReason(keys, dialog, toFieldText(message ?? DENIED));
  }
  const row = apply?.length ? findSuggestedRow(dialog.options, interaction, apply) : rowOf(dialog, 'Yes');
  if (!row || typeof row === 'string') throw new DialogStuck('the row is missing');
  // A number selects its row wherever the cursor is.
  if (row.number !== undefined) {
    return keys.decide(String(row.number), (now) => !read(now).isAmending && hasRow(read(now), row));
  }
  await moveTo(keys, dialog, row.text);
  await keys.decide('Enter', (now) => !read(now).isAmending && markedText(read(now)) === squeeze(row.text));
}

/** A plain No would end the turn. With a reason, Claude receives it and continues. */
async function denyWithReason(keys: DialogKeys, dialog: PermissionDialog, reason: string): Promise<void> {
  await moveTo(keys, dialog, 'No');
  await keys.step('Tab', (now) => markedText(read(now)) !== 'No' || undefined);
  try {
    // Tab restores text that a person stashed earlier.
    await keys.clear((now) => markedText(read(now)) === AMENDED_NO);
    const wanted = squeeze(`No, ${reason}`);
    await keys.write(reason, (now) => markedText(read(now)) === wanted || undefined);
    await keys.decide('Enter', (now) => markedText(read(now)) === wanted);
  } catch (error) {
    // Whatever this results in, report the original reason.
    if (error instanceof DialogStuck) await leave(keys).catch(() => {});
    throw error;
  }
}

/** Deletes the text and closes the field. */
async function leave(keys: DialogKeys): Promise<void> {
  await keys.clear((now) => markedText(read(now)) === AMENDED_NO);
  await keys.step('Tab', (now) => markedText(read(now)) === 'No' || undefined);
}

async function moveTo(keys: DialogKeys, dialog: PermissionDialog, text: string): Promise<void> {
  let now = dialog;
  for (let presses = 0; markedText(now) !== squeeze(text); presses += 1) {
    if (presses > now.options.length) throw new DialogStuck(`the cursor does not reach "${text}"`);
    const before = markedText(now);
    now = await keys.step('Down', (seen) => (markedText(read(seen)) === before ? undefined : read(seen)));
  }
}

function rowOf({ options }: PermissionDialog, text: string): OptionRow | undefined {
  return options.find((option) => squeeze(option.text) === text);
}

function hasRow({ options }: PermissionDialog, { number, text }: OptionRow): boolean {
  return options.some((option) => option.number === number && option.text === text);
}

function markedText({ options }: PermissionDialog): string {
  return squeeze(options.find(({ isMarked }) => isMarked)?.text ?? '');
}

function read(dialog: Dialog): PermissionDialog {
  if (dialog.kind !== 'permission') throw new DialogStuck('another dialog is on the screen');
  return dialog;
}
