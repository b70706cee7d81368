import { expect, test } from 'vitest';
import { modelChoices } from './model-choices.ts';

test('family names first, then models seen in sessions, each once', () => {
  const sessions = [{ model: 'claude-opus-5-5' }, {}, { model: 'haiku' }, { model: 'claude-opus-5-5' }];
  expect(modelChoices(sessions).map(({ value }) => value)).toEqual([
    ...['opus', 'fable', 'sonnet', 'haiku', 'claude-opus-5-5'],
  ]);
  expect(modelChoices(sessions).at(-1)?.label).toBe('opus 5.5');
});
