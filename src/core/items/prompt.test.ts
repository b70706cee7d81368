import { expect, test } from 'vitest';
import type { ItemOf } from '../../protocol/conversation.ts';
import { PROMPT } from './prompt.ts';

const notice = (text: string): ItemOf<'prompt'> => ({
  ...{
    id: 'prompt:a',
    at: '2026-01-01T00:00:00.000Z',
    position: 1,
    kind: 'prompt',
    prompt_id: 'a',
    images: 0,
  },
  ...{ origin: 'task-notification', text },
});
const ended = notice(
  '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>Agent "look" finished</summary>\n' +
    '<result>Found **two** <b>uses</b>.</result>\n</task-notification>',
);

test('the end of a background task is one line, with its result behind it', () => {
  const shown = { head: 'Agent "look" finished', text: 'Found **two** <b>uses</b>.' };
  expect(PROMPT.page(ended)).toEqual({ shape: 'notice', ...shown });
  expect(PROMPT.terminal(ended)).toEqual({ shape: 'folded', ...shown });
  expect(PROMPT.export(ended, { cwd: '/' } as never)).toMatchObject({ title: shown.head, isFolded: true });
});

test.each([
  ['<task-notification><summary>Done</summary></task-notification>', 'Done', ''],
  ['<task-notification><result>cut', 'A background task ended', 'cut'],
  ['something new', 'A background task ended', 'something new'],
])('reads %j', (text, head, result) => {
  expect(PROMPT.page(notice(text))).toEqual({ shape: 'notice', head, text: result });
});
