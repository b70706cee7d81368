import { expect, test } from 'vitest';
import type { Row } from '../../core/conversation/rows.ts';
import { ConversationWindow } from './conversation-window.ts';

/** Rows of two lines each, laid out on demand. */
function conversation(count: number, first = 0) {
  const rows = Array.from(
    { length: count },
    (_, index): Row => ({ kind: 'writing', id: `r${first + index}`, text: '' }),
  );
  const laidOut = new Set<string>();
  const layOut = ({ id }: Row) => {
    laidOut.add(id);
    return [`${id} a`, `${id} b`];
  };
  return { rows, layOut, laidOut };
}

const texts = (
  window: ConversationWindow<Row>,
  { rows, layOut }: ReturnType<typeof conversation>,
  height = 4,
) => window.show(rows, height, layOut).lines.map(({ text }) => text);

test('shows the end and follows it', () => {
  const window = new ConversationWindow<Row>();
  expect(texts(window, conversation(5))).toEqual(['r3 a', 'r3 b', 'r4 a', 'r4 b']);
  expect(texts(window, conversation(6))).toEqual(['r4 a', 'r4 b', 'r5 a', 'r5 b']);
});

test('a reader who has scrolled up is not moved by new rows below or above', () => {
  const window = new ConversationWindow<Row>();
  texts(window, conversation(9, 1));
  window.scroll(-3);
  const here = texts(window, conversation(9, 1));
  expect(here).toEqual(['r6 b', 'r7 a', 'r7 b', 'r8 a']);
  expect(texts(window, conversation(12, 1))).toEqual(here);
  expect(texts(window, conversation(13, 0))).toEqual(here);
  window.scroll(100);
  expect(window.show(conversation(13).rows, 4, conversation(13).layOut).isAtEnd).toBe(true);
});

test('the focused row is visible', () => {
  const window = new ConversationWindow<Row>();
  const talk = conversation(8);
  texts(window, talk);
  for (let times = 0; times < 4; times++) window.move(-1);
  expect(window.focus).toBe('r4');
  expect(texts(window, talk)[0]).toBe('r4 a');
  for (let times = 0; times < 3; times++) window.move(1);
  expect(window.focus).toBe('r7');
  expect(texts(window, talk)).toEqual(['r6 a', 'r6 b', 'r7 a', 'r7 b']);
});

test('moves through a row longer than the screen before the next one', () => {
  const window = new ConversationWindow<Row>();
  const rows = [0, 1].map((index): Row => ({ kind: 'writing', id: `r${index}`, text: '' }));
  const layOut = ({ id }: Row) => Array.from({ length: 6 }, (_, line) => `${id} ${line}`);
  window.show(rows, 4, layOut);
  window.toTop();
  const seen = () => window.show(rows, 4, layOut).lines.map(({ text }) => text);
  window.move(1);
  window.move(1);
  expect([window.focus, seen()[0]]).toEqual(['r0', 'r0 1']);
  window.move(1);
  window.move(1);
  expect(window.focus).toBe('r1');
});

test('lays out only rows near the screen out of ten thousand', () => {
  const window = new ConversationWindow<Row>();
  const talk = conversation(10_000);
  texts(window, talk, 50);
  for (let times = 0; times < 20; times++) window.move(-1);
  window.page(-1);
  texts(window, talk, 50);
  expect(talk.laidOut.size).toBeLessThan(120);
});

test('a row opened at the end grows downwards; closing it returns to the end', () => {
  const window = new ConversationWindow<Row>();
  const { rows } = conversation(4);
  let size = 1;
  const layOut = ({ id }: Row) =>
    Array.from({ length: id === 'r3' ? size : 1 }, (_, line) => `${id} ${line}`);
  const seen = () => window.show(rows, 3, layOut);
  seen();
  window.move(-1);
  window.holdWhile(() => (size = 6));
  expect(seen().lines.map(({ text }) => text)).toEqual(['r1 0', 'r2 0', 'r3 0']);
  expect(seen().isAtEnd).toBe(false);
  window.holdWhile(() => (size = 1));
  expect(seen().isAtEnd).toBe(true);
});
