/** State of a card that outlives it: what was chosen and typed is kept in the browser until the request is closed. */
import { useState } from 'preact/hooks';
import { keep, keptUnder, readKept } from '../hub/kept.ts';
import type { CardProps } from './card-props.ts';

const KEPT = 'card.';

/** Like `useState`. The value must be JSON; undefined and the initial value mean the same after a reload. */
export function useCardState<Value>(
  { interaction: { id } }: CardProps['card'],
  field: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (readFields(id)[field] as Value | undefined) ?? initial);
  const change = (next: Value) => {
    setValue(next);
    keep(`${KEPT}${id}`, { ...readFields(id), [field]: next });
  };
  return [value, change];
}

/** Forgets the state of every card except the open ones. */
export function forgetOtherCards(open: readonly string[]): void {
  for (const id of keptUnder(KEPT)) if (!open.includes(id)) keep(`${KEPT}${id}`, undefined);
}

function readFields(id: string): Readonly<Record<string, unknown>> {
  return readKept(`${KEPT}${id}`, {});
}
