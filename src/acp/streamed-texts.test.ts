import { expect, test } from 'vitest';
import type { TextDelta } from '../protocol/live.ts';
import { StreamedTexts } from './streamed-texts.ts';

const delta = (
  offset: number,
  text: string,
  type: TextDelta['type'] = 'text_delta',
  item = 'b1',
): TextDelta => ({
  ...{ type, item, offset, text },
  session_id: 's',
  host: 'h',
});

const shown = (updates: ReturnType<StreamedTexts['delta']>) =>
  updates.map((update) => [
    update.sessionUpdate,
    'content' in update && update.content && 'text' in update.content ? update.content.text : '',
  ]);

test('sends each piece once, and the rest with the complete text', () => {
  const texts = new StreamedTexts();
  expect(shown(texts.delta(delta(0, 'Good')))).toEqual([['agent_message_chunk', 'Good']]);
  expect(shown(texts.delta(delta(4, ' day')))).toEqual([['agent_message_chunk', ' day']]);
  // A lost connection starts the item again.
  expect(shown(texts.delta(delta(0, 'Good')))).toEqual([]);
  expect(shown(texts.delta(delta(0, 'Good day to')))).toEqual([['agent_message_chunk', ' to']]);
  // A piece after a gap waits for the complete text.
  expect(shown(texts.delta(delta(99, '!')))).toEqual([]);
  expect(shown(texts.finish('b1', 'Good day to you.', 'agent_message_chunk'))).toEqual([
    ['agent_message_chunk', ' you.'],
  ]);
});

test('sends text that was not streamed as a whole', () => {
  const texts = new StreamedTexts();
  expect(shown(texts.finish('b2', 'All of it.', 'agent_thought_chunk'))).toEqual([
    ['agent_thought_chunk', 'All of it.'],
  ]);
});

test('a text that differs from its pieces is another message', () => {
  const texts = new StreamedTexts();
  const [first] = texts.delta(delta(0, 'Wrong'));
  const [second] = texts.finish('b1', 'Right', 'agent_message_chunk');
  expect(shown(second ? [second] : [])).toEqual([['agent_message_chunk', 'Right']]);
  expect((second as { messageId: string }).messageId).not.toBe((first as { messageId: string }).messageId);
});

test('thoughts are thoughts', () => {
  const texts = new StreamedTexts();
  expect(shown(texts.delta(delta(0, 'Hm', 'thinking_delta')))).toEqual([['agent_thought_chunk', 'Hm']]);
});
