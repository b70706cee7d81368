import { expect, test } from 'vitest';
import { readEditorChoices } from './editor-choices.ts';

test('an editor may set limits and auto-continue only', () => {
  const chosen = { max_turns: 3, auto_continue: { limit: 2, command: 'true' } };
  expect(readEditorChoices({ reins: chosen, other: 1 })).toEqual(chosen);
  for (const meta of [undefined, null, {}, { other: 1 }]) expect(readEditorChoices(meta)).toEqual({});
  expect(() => readEditorChoices({ reins: { env: { A: 'b' } } })).toThrow(/Unknown field "env"/);
  expect(() => readEditorChoices({ reins: { auto_continue: { limit: 0 } } })).toThrow(/auto_continue\.limit/);
});
