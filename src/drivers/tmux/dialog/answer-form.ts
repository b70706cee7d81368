/** Answers an MCP server's form with keys: field by field according to its schema, then Accept; or Decline, or Escape. */
import type { ElicitationAnswer } from '../../../protocol/answers.ts';
import type { PendingInteraction } from '../../driver.ts';
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import { fillField } from './fill-field.ts';
import { type FieldOrder, toFieldOrders } from './form-schema.ts';
import type { Dialog } from './read-dialog.ts';
import type { FormDialog } from './read-form.ts';

export function refuseForm(
  { isUrl, fields }: FormDialog,
  interaction: PendingInteraction,
  { action, content }: ElicitationAnswer,
): string | undefined {
  if (action !== 'accept') return undefined;
  if (isUrl) return "accepting opens a page on the session's machine; accept it there";
  const orders = toFieldOrders(interaction, content ?? {});
  if (typeof orders === 'string') return orders;
  const missing = orders.find(({ title }) => !fields.some((field) => field.title === title));
  return missing && `the form in the terminal shows no field "${missing.title}"`;
}

export async function answerForm(
  keys: DialogKeys,
  interaction: PendingInteraction,
  { action, content }: ElicitationAnswer,
): Promise<void> {
  if (action === 'cancel') return keys.decide('Escape', (now) => now.kind === 'form');
  if (action === 'decline') {
    await goToButtons(keys);
    if (marked(await keys.look()) !== 'Decline') {
      await keys.step('Right', (now) => marked(now) === 'Decline' || undefined);
    }
    await keys.settle();
    return keys.decide('Enter', (now) => marked(now) === 'Decline');
  }
  const orders = toFieldOrders(interaction, content ?? {});
  if (typeof orders === 'string') throw new DialogStuck(orders);
  for (const order of orders) await fillField(keys, order);
  await goToButtons(keys);
  if (marked(await keys.look()) !== 'Accept') {
    await keys.step('Left', (now) => marked(now) === 'Accept' || undefined);
  }
  await keys.settle();
  // An empty form looks the same when it is shown again; a filled one does not.
  const mayRepeat = orders.length > 0;
  await keys.decide('Enter', (now) => marked(now) === 'Accept' && isFilled(now, orders), { mayRepeat });
}

/** Values in other fields must not be submitted. */
function isFilled(dialog: Dialog, orders: readonly FieldOrder[]): boolean {
  return (
    dialog.kind === 'form' &&
    dialog.fields.every(({ title, value, isSet, isWrong }) => {
      const order = orders.find((one) => one.title === title);
      return order ? isSet && order.isDone(value) : !isSet && !isWrong;
    })
  );
}

async function goToButtons(keys: DialogKeys): Promise<void> {
  let now = await keys.look();
  for (let presses = 0; marked(now) === undefined; presses += 1) {
    if (now.kind !== 'form' || presses > MOST_ROWS)
      throw new DialogStuck('the cursor does not reach the end');
    const before = JSON.stringify(now);
    now = await keys.step('Down', (seen) => (JSON.stringify(seen) === before ? undefined : seen));
  }
}

const MOST_ROWS = 60;

function marked(dialog: Dialog): FormDialog['marked'] {
  return dialog.kind === 'form' ? dialog.marked : undefined;
}
