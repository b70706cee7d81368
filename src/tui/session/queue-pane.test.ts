import { expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Message } from '../../protocol/messages.ts';
import { Outbox } from '../../sdk/outbox.ts';
import { makeOutgoing } from '../../sdk/outgoing.ts';
import type { ScreenContext } from '../screens/screen.ts';
import { QueuePane } from './queue-pane.ts';

const queued = (...ids: string[]) =>
  ids.map(
    (message_id) => ({ message_id, text: message_id, state: 'queued', when: 'queue', place: 1 }) as Message,
  );
const typed = (text: string) => ({ name: 'text', text }) as const;

function openQueue(first: readonly Message[], send: () => Promise<never> = () => new Promise(() => {})) {
  const removed: string[] = [];
  const takenBack: string[] = [];
  const outbox = new Outbox({ send }, new AbortController().signal);
  const changed: unknown[] = [];
  const client = {
    removeMessage: async (_session: string, id: string) => removed.push(id),
    changeMessage: async (_session: string, id: string, patch: object) => changed.push([id, patch]),
  };
  const act = (call: () => Promise<unknown>) => void call();
  const context = { hub: { client, outbox }, style: PLAIN, now: () => 0, act } as unknown as ScreenContext;
  const pane = new QueuePane(context, 's', (text) => takenBack.push(text));
  pane.lines(first, true, 40);
  return { pane, removed, changed, takenBack, outbox };
}

test('a key for a removed message does not act on the one in its place', () => {
  const { pane, removed } = openQueue(queued('a', 'b', 'c'));
  expect(pane.press(typed('d'), queued('b', 'c'))).toBe(true);
  expect(removed).toEqual([]);
  pane.lines(queued('b', 'c'), true, 40);
  pane.press(typed('d'), queued('b', 'c'));
  expect(removed).toEqual(['b']);
});

test('the chosen message stays chosen when earlier ones are removed', () => {
  const { pane, removed } = openQueue(queued('a', 'b', 'c'));
  pane.press(typed('j'), queued('a', 'b', 'c'));
  expect(pane.lines(queued('b', 'c'), true, 40)[0]).toMatch(/^> .*b$/);
  pane.press(typed('d'), queued('b', 'c'));
  expect(removed).toEqual(['b']);
  expect(pane.press({ name: 'escape' }, queued('c'))).toBe(false);
});

test('moves a message up', () => {
  const { pane, changed } = openQueue(queued('a', 'b'));
  pane.press(typed('K'), queued('a', 'b'));
  expect(changed).toEqual([]);
  pane.press(typed('j'), queued('a', 'b'));
  pane.press(typed('K'), queued('a', 'b'));
  expect(changed).toEqual([['b', { before: 'a' }]]);
});

test('shows an unsent message, and cancelling it returns its text', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { pane, takenBack, removed, outbox } = openQueue(queued('a'), async () => {
    throw new ReinsError('hub_not_running', 'away');
  });
  outbox.send('s', makeOutgoing('on its way', [], 'queue'));
  expect(pane.count(queued('a'))).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pane.lines(queued('a'), false, 60)[1]).toContain('waiting for the hub  on its way');
  pane.press(typed('j'), queued('a'));
  pane.press(typed('e'), queued('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect([takenBack, removed, outbox.of('s')]).toEqual([['on its way'], [], []]);
});

test('a message that may have arrived cannot be cancelled here', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { pane, takenBack, outbox } = openQueue(queued('a'));
  outbox.send('s', makeOutgoing('on its way', [], 'queue'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(pane.lines(queued('a'), false, 60)).toEqual(['  queued  a', '  sending  on its way']);
  pane.press(typed('j'), queued('a'));
  pane.press(typed('e'), queued('a'));
  expect([takenBack, outbox.of('s').length]).toEqual([[], 1]);
});

test('a long queue shows the part around the chosen message', () => {
  const long = queued('a', 'b', 'c', 'd', 'e');
  const { pane } = openQueue(long);
  for (let times = 0; times < 4; times++) pane.press(typed('j'), long);
  expect(pane.lines(long, true, 40, 2)).toEqual(['  queued  d', '> queued  e']);
});
