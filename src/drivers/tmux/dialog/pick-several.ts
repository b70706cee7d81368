/** The answers to a multiple-choice question: ticks boxes, enters a custom answer, then moves to the next page. */
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import { backOut, moveTo, ownText } from './pick-one.ts';
import { changed, type Wanted } from './question-page.ts';
import type { Dialog } from './read-dialog.ts';
import type { QuestionDialog, ReviewDialog } from './read-question.ts';
import { squeeze } from './squeeze.ts';

const NO_WORDS = squeeze('Type something');

export async function pickSeveral(
  keys: DialogKeys,
  dialog: QuestionDialog,
  { question, labels, custom }: Wanted,
): Promise<QuestionDialog | ReviewDialog> {
  let now = dialog;
  for (const [place, { label }] of question.options.entries()) {
    const shall = labels.includes(label);
    if (isTicked(now, place) === shall) continue;
    now = await moveTo(keys, now, place);
    now = await keys.step('Space', (seen) =>
      seen.kind === 'question' && isTicked(seen, place) === shall ? seen : undefined,
    );
  }
  const place = question.options.length;
  const isEmpty = (seen: Dialog) => ownText(seen, place) === NO_WORDS;
  if (custom !== undefined) {
    now = await moveTo(keys, now, place);
    if (!isEmpty(now)) await keys.clear(isEmpty);
    const isWritten = (seen: Dialog) =>
      seen.kind === 'question' && isTicked(seen, place) === true && ownText(seen, place) === squeeze(custom);
    await keys.write(custom, (seen) => isWritten(seen) || undefined).catch(backOut(keys, isEmpty));
  } else if (isTicked(now, place)) {
    throw new DialogStuck('someone has written a custom answer');
  }
  return goOn(keys, question.options.length);
}

/** Down to the row that leads to the next page. */
async function goOn(keys: DialogKeys, ownRow: number): Promise<QuestionDialog | ReviewDialog> {
  let now = await keys.look();
  for (let presses = 0; now.kind === 'question' && !now.onward?.isMarked; presses += 1) {
    if (presses > ownRow + 2) throw new DialogStuck('the cursor does not reach the last row');
    const before = JSON.stringify(now);
    now = await keys.step('Down', (seen) => (JSON.stringify(seen) === before ? undefined : seen));
  }
  if (now.kind !== 'question') throw new DialogStuck('another page is on the screen');
  return keys.step('Enter', changed(now));
}

function isTicked({ options }: QuestionDialog, place: number): boolean | undefined {
  return options[place]?.isTicked;
}
