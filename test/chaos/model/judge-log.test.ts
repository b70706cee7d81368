import { expect, test } from 'vitest';
import type { Item } from '../../../src/protocol/conversation.ts';
import { judgeLog } from './judge-log.ts';
import { CALL, callRow, promptRow, record, textRow } from './made-up-record.ts';

const at = '2026-01-01T00:00:00.000Z';
const prompt: Item = {
  kind: 'prompt',
  id: 'p',
  at,
  position: 1,
  text: 'go',
  origin: 'human',
  images: 0,
  prompt_id: 'p',
};
const tool: Item = { kind: 'tool', id: 't', at, position: 2, tool_use_id: CALL, name: 'Bash', input: {} };
const text: Item = { kind: 'text', id: 'x', at, position: 3, text: 'Done.' };
const transcript = [
  promptRow('go'),
  callRow,
  textRow('Done.'),
  promptRow('[Request interrupted by user]'),
  { ...promptRow('not a prompt'), isMeta: true },
];
const messages = (items: readonly Item[]) =>
  judgeLog(record({ session: { transcript, items } })).map(({ message }) => message);

test('the same conversation', () => {
  expect(messages([prompt, tool, text])).toEqual([]);
});

test('something missing, something added, another order', () => {
  expect(messages([prompt, tool])).toEqual(['the log does not have text "Done."']);
  expect(messages([prompt, tool, text, { ...text, id: 'y' }])).toEqual([
    'the transcript does not have text "Done."',
  ]);
  expect(messages([prompt, { ...tool, position: 4 }, text])).toEqual([
    `the log has text "Done." where the transcript has call ${CALL}`,
  ]);
});
