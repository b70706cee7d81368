/** Requests and keys for card tests. */
import { readKeys } from '../../lib/read-keys.ts';
import { PLAIN } from '../../lib/style.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { type FormAction, type InteractionForm, NONE } from './interaction-form.ts';

export const MAY = { answer: true, change: true } as const;

export function anInteraction(facts: Partial<Interaction>): Interaction {
  return {
    id: 'i1',
    session_id: '11111111-1111-4111-8111-111111111111',
    host: 'desk',
    kind: 'permission',
    state: 'open',
    input: {},
    suggestions: [],
    routes: ['hook'],
    opened_at: '2026-01-01T00:00:00.000Z',
    ...facts,
  } as Interaction;
}

/** Presses the keys in order; returns the result of the last one. */
export function press(form: InteractionForm, ...sent: string[]): FormAction {
  let last: FormAction = NONE;
  for (const text of sent)
    for (const key of readKeys(text)) {
      if (key.name === 'text' && !form.editor)
        for (const letter of key.text) last = form.press({ name: 'text', text: letter });
      else last = form.press(key);
    }
  return last;
}

export function shown(form: InteractionForm, width = 60): string {
  const { lines, foot = [] } = form.lines({ style: PLAIN, width });
  return [...lines, ...foot.flat()].join('\n');
}
