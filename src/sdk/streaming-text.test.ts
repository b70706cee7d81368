import { expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';
import { StreamingText } from './streaming-text.ts';

const delta = (item: string, offset: number, text: string, type: TextDelta['type'] = 'text_delta') =>
  ({ type, session_id: 's', host: 'h', item, offset, text }) as TextDelta;
const event = (facts: Partial<ReinsEvent>) => facts as ReinsEvent;

test('joins pieces to a text, restarting at offset 0, until its own event arrives', () => {
  const text = new StreamingText();
  expect(text.shown).toEqual({});
  text.add(delta('a', 0, 'Hel'));
  text.add(delta('a', 3, 'lo'));
  expect(text.shown).toEqual({ streaming_item: 'a', streaming_text: 'Hello' });
  text.add(delta('a', 0, 'Hello th'));
  expect(text.shown.streaming_text).toBe('Hello th');
  expect(text.add(delta('a', 99, 'gap'))).toBe(false);
  text.add(delta('b', 0, 'Next'));
  expect(text.shown).toEqual({ streaming_item: 'b', streaming_text: 'Next' });
  text.settle(event({ type: 'assistant_text', item: 'b' }));
  expect(text.shown.streaming_item).toBe('a');
  text.settle(event({ type: 'assistant_text', item: 'a' }));
  expect(text.shown).toEqual({});
});

test('starts with the text of the view, omits thoughts, and ends with the turn', () => {
  const text = new StreamingText({ streaming_item: 'a', streaming_text: 'So far' });
  expect(text.add(delta('t', 0, 'Hm', 'thinking_delta'))).toBe(false);
  expect(text.shown.streaming_text).toBe('So far');
  text.settle(event({ type: 'turn_finished', agent_id: 'x' }));
  expect(text.shown.streaming_text).toBe('So far');
  text.settle(event({ type: 'turn_finished' }));
  expect(text.shown).toEqual({});
});
