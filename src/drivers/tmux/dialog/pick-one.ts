/** The answer to a single-choice question: a row, a custom answer, or a row with a note beside its preview. */
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import { changed, type Wanted } from './question-page.ts';
import type { Dialog } from './read-dialog.ts';
import type { QuestionDialog, ReviewDialog } from './read-question.ts';
import { squeeze } from './squeeze.ts';

const NO_WORDS = squeeze('Type something.');

/** `isAlone`: the choice decides immediately, since no other question or review follows. */
export async function pickOne(
  keys: DialogKeys,
  dialog: QuestionDialog,
  { question, labels, custom, note }: Wanted,
  isAlone: boolean,
): Promise<QuestionDialog | ReviewDialog | 'decided'> {
  const index = custom === undefined ? question.options.findIndex(({ label }) => label === labels[0]) : -1;
  const place = index === -1 ? question.options.length : index;
  const now = await moveTo(keys, dialog, place);
  let isReady = (seen: Dialog) => markedPlace(seen) === place;
  if (custom !== undefined) {
    const isEmpty = (seen: Dialog) => ownText(seen, place) === NO_WORDS;
    if (!isEmpty(now)) await keys.clear(isEmpty);
    isReady = (seen) => markedPlace(seen) === place && ownText(seen, place) === squeeze(custom);
    await keys.write(custom, (seen) => isReady(seen) || undefined).catch(backOut(keys, isEmpty));
  }
  if (note !== undefined) await addNote(keys, note);
  if (!isAlone) return keys.step('Enter', changed(now));
  await keys.decide('Enter', (seen) => isReady(seen) && hasNote(seen, note));
  return 'decided';
}

/** Moves the cursor row by row; a number would select immediately. */
export async function moveTo(
  keys: DialogKeys,
  dialog: QuestionDialog,
  place: number,
): Promise<QuestionDialog> {
  let now = dialog;
  for (let presses = 0; markedPlace(now) !== place; presses += 1) {
    if (presses > now.options.length + 2) throw new DialogStuck('the cursor does not reach the row');
    const before = markedPlace(now);
    const key = before === -1 || before > place ? 'Up' : 'Down';
    now = await keys.step(key, (seen) =>
      seen.kind === 'question' && markedPlace(seen) !== before ? seen : undefined,
    );
  }
  return now;
}

/** Escape leaves the field and keeps the note; if no field is open, it would cancel the whole dialog. */
async function addNote(keys: DialogKeys, note: string): Promise<void> {
  const opened = await keys.step('n', (seen) =>
    seen.kind === 'question' && seen.isWriting ? seen : undefined,
  );
  // Without the hint, nothing shows whether the field is still open.
  if (!opened.hasHint) {
    await keys.step('Escape', (seen) => (seen.kind === 'question' && !seen.isWriting) || undefined);
    throw new DialogStuck('this terminal does not show where a note ends');
  }
  await keys.clear((seen) => seen.kind === 'question' && seen.notes === '');
  const isNoted = (seen: Dialog) => seen.kind === 'question' && seen.hasHint && hasNote(seen, note);
  await keys.write(note, (seen) => isNoted(seen) || undefined);
  if (!isNoted(await keys.look())) throw new DialogStuck('someone is using the dialog');
  await keys.step('Escape', (seen) => (seen.kind === 'question' && !seen.isWriting) || undefined);
}

function hasNote(dialog: Dialog, note: string | undefined): boolean {
  return dialog.kind === 'question' && (dialog.notes ?? '') === squeeze(note ?? '');
}

export function ownText(dialog: Dialog, place: number): string {
  return dialog.kind === 'question' ? squeeze(dialog.options[place]?.text ?? '') : '';
}

/** The index of the row under the cursor; -1 if it is below the options. */
function markedPlace(dialog: Dialog): number {
  return dialog.kind === 'question' ? dialog.options.findIndex(({ isMarked }) => isMarked) : -1;
}

/** Deletes text that did not appear as expected. */
export function backOut(keys: DialogKeys, isEmpty: (dialog: Dialog) => boolean) {
  return async (error: unknown): Promise<never> => {
    // Whatever this results in, report the original reason.
    if (error instanceof DialogStuck) await keys.clear(isEmpty).catch(() => {});
    throw error;
  };
}
