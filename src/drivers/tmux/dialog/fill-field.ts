/** Puts a value into one field of a form with keys. */
import { type DialogKeys, DialogStuck } from './dialog-keys.ts';
import type { FieldOrder } from './form-schema.ts';
import type { Dialog } from './read-dialog.ts';
import type { FormChoice, FormField } from './read-form.ts';

const EMPTY = 'Type something…';

export async function fillField(keys: DialogKeys, order: FieldOrder): Promise<void> {
  await moveToField(keys, order.title);
  const here = (dialog: Dialog) => fieldOf(dialog, order.title);
  const isDone = (dialog: Dialog) => {
    const field = here(dialog);
    return (field?.isSet && order.isDone(field.value)) || undefined;
  };
  if (order.how === 'write') {
    const isEmpty = (dialog: Dialog) => here(dialog)?.value === EMPTY;
    if (!isEmpty(await keys.look())) await keys.clear(isEmpty);
    await keys.write(order.wanted[0] ?? '', isDone);
  } else if (order.how === 'tick') {
    await tick(keys, order.wanted[0] === 'true', order.title);
  } else {
    await choose(keys, order);
  }
}

/** Space cycles from "not set" to yes, then no, then back. */
async function tick(keys: DialogKeys, shall: boolean, title: string): Promise<void> {
  for (let now = ticked(await keys.look(), title); now !== shall; ) {
    const before = now;
    now = await keys.step('Space', (dialog) => {
      const seen = ticked(dialog, title);
      return seen === before ? undefined : seen;
    });
  }
}

function ticked(dialog: Dialog, title: string): boolean | undefined {
  const { value, isSet } = fieldOf(dialog, title) ?? {};
  // An empty box also shows before there is an answer.
  return isSet ? value === '☒' : undefined;
}

async function choose(keys: DialogKeys, { title, wanted }: FieldOrder): Promise<void> {
  const choices = (dialog: Dialog) => fieldOf(dialog, title)?.choices ?? [];
  if (choices(await keys.look()).length === 0) {
    await keys.step('Right', (dialog) => choices(dialog).length > 0 || undefined);
  }
  for (let place = 0; place < choices(await keys.look()).length; place += 1) {
    const choice = choices(await keys.look())[place] as FormChoice;
    if (!choice.isMarked) {
      await keys.step('Down', (dialog) => choices(dialog)[place]?.isMarked || undefined);
    }
    const shall = wanted.includes(choice.label);
    if (choice.isChosen === shall) continue;
    // A single choice closes the field as soon as it is made.
    await keys.step('Space', (dialog) => {
      const now = choices(dialog);
      return now.length === 0 || now[place]?.isChosen === shall || undefined;
    });
  }
}

async function moveToField(keys: DialogKeys, title: string): Promise<void> {
  let now = await keys.look();
  for (let presses = 0; !fieldOf(now, title)?.isMarked; presses += 1) {
    if (now.kind !== 'form' || presses > MOST_ROWS)
      throw new DialogStuck(`the cursor does not reach "${title}"`);
    const before = JSON.stringify(now);
    const isBelow = now.fields.findIndex((field) => field.isMarked) > placeOf(now.fields, title);
    const key = isBelow || now.marked !== undefined ? 'Up' : 'Down';
    now = await keys.step(key, (seen) => (JSON.stringify(seen) === before ? undefined : seen));
  }
}

const MOST_ROWS = 60;

function placeOf(fields: readonly FormField[], title: string): number {
  return fields.findIndex((field) => field.title === title);
}

function fieldOf(dialog: Dialog, title: string): FormField | undefined {
  return dialog.kind === 'form' ? dialog.fields.find((field) => field.title === title) : undefined;
}
