import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { Message } from '../../protocol/messages.ts';
import type { Desk } from '../screens/screen.ts';
import { QueuePane } from './queue-pane.ts';

const queued = (...ids: string[]) =>
  ids.map((message_id) => ({ message_id, text: message_id, state: 'queued', when: 'queue' }) as Message);
const typed = (text: string) => ({ name: 'text', text }) as const;

function openQueue(first: readonly Message[]) {
  const removed: string[] = [];
  const client = { removeMessage: async (_session: string, id: string) => removed.push(id) };
  const act = (call: () => Promise<unknown>) => void call();
  const pane = new QueuePane({ hub: { client }, style: PLAIN, now: () => 0, act } as unknown as Desk, 's');
  pane.lines(first, true, 40);
  return { pane, removed };
}

test('a message that has gone is not mistaken for the one that comes up in its place', () => {
  const { pane, removed } = openQueue(queued('a', 'b', 'c'));
  expect(pane.press(typed('d'), queued('b', 'c'))).toBe(true);
  expect(removed).toEqual([]);
  pane.lines(queued('b', 'c'), true, 40);
  pane.press(typed('d'), queued('b', 'c'));
  expect(removed).toEqual(['b']);
});

test('the chosen message stays chosen when those before it go', () => {
  const { pane, removed } = openQueue(queued('a', 'b', 'c'));
  pane.press(typed('j'), queued('a', 'b', 'c'));
  expect(pane.lines(queued('b', 'c'), true, 40)[0]).toMatch(/^> .*b$/);
  pane.press(typed('d'), queued('b', 'c'));
  expect(removed).toEqual(['b']);
  expect(pane.press({ name: 'escape' }, queued('c'))).toBe(false);
});
