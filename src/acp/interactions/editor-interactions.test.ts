/** When the editor shows a request: once, while it is open, and not after another client has answered. */
import { expect, test, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { event } from '../../core/event-fixture.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Answer, Interaction } from '../../protocol/interactions.ts';
import { EditorInteractions } from './editor-interactions.ts';

const ask = (about: Partial<Interaction> = {}) =>
  ({
    ...{ id: 'i1', session_id: 's', host: 'h', kind: 'permission', state: 'open', tool_use_id: 't1' },
    ...{ tool_name: 'Bash', input: { command: 'ls' }, suggestions: [], opened_at: '', routes: ['control'] },
    ...about,
  }) as Interaction;
const byPhone = {
  ...{ by: { type: 'device', name: 'phone' }, at: '', route: 'control', applied: 'sent', decision: 'allow' },
} as Answer;
const closed = (answer?: Answer) =>
  event({ type: 'interaction_closed', interaction_id: 'i1', state: 'answered', ...(answer && { answer }) });

function editorInteractions(answer: () => Promise<unknown> = async () => ({})) {
  const dialogs: { signal: AbortSignal; choose: (id: string | undefined) => void }[] = [];
  const said: string[] = [];
  const over: (string | undefined)[] = [];
  const given = vi.fn(answer);
  const items: Interaction[] = [];
  const lost: Error[] = [];
  const interactions = async () => {
    const error = lost.pop();
    if (error) throw error;
    return { items };
  };
  const editor = new EditorInteractions({
    client: { interactions, answer: given } as never,
    dialog: async (_ask, signal) => ({
      choose: () =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('withdrawn')));
          dialogs.push({ signal, choose: resolve });
        }),
      words: async () => '',
    }),
    over: async (_ask, words) => void over.push(words),
    send: async (words) => void said.push(words),
  });
  const asked = (count: number) => waitUntil(`${count} dialogs`, () => dialogs.length === count && dialogs);
  return { editor, asked, dialogs, said, over, given, items, lost };
}

test('an answer goes to the hub, and its own closing does not cancel the dialog', async () => {
  // The hub notifies everyone before it responds to the call.
  let settle = () => {};
  const { editor, asked, over, given, said } = editorInteractions(
    () => new Promise<void>((resolve) => (settle = resolve)),
  );
  editor.consider(ask());
  editor.consider(ask());
  const [dialog] = await asked(1);
  dialog?.choose('allow');
  await waitUntil('the answer', () => given.mock.calls.length === 1);
  expect(given.mock.calls[0]).toEqual(['i1', { decision: 'allow' }]);
  editor.event(closed(byPhone));
  expect(dialog?.signal.aborted).toBe(false);
  settle();
  expect(over).toEqual([undefined]);
  expect(said).toEqual([]);
});

test('an answer from another client cancels the dialog and shows who answered', async () => {
  const { editor, asked, over, given } = editorInteractions();
  editor.consider(ask());
  const [dialog] = await asked(1);
  editor.event(closed(byPhone));
  expect(dialog?.signal.aborted).toBe(true);
  expect(over).toEqual(['Allowed by phone.']);
  expect(given).not.toHaveBeenCalled();
});

test('a late answer shows who was first, and is not repeated', async () => {
  const details = { answer: byPhone };
  const { editor, asked, said, dialogs } = editorInteractions(async () => {
    throw new ReinsError('interaction_closed', 'Too late.', details);
  });
  editor.consider(ask());
  (await asked(1))[0]?.choose('deny');
  await waitUntil('the words', () => said.length === 1);
  expect(said[0]).toContain('by phone');
  expect(dialogs).toHaveLength(1);
});

test('after a refused answer the person can choose another one', async () => {
  const refusals = [new ReinsError('forbidden', 'An approver may not do that.')];
  const { editor, asked, said, given } = editorInteractions(async () => {
    const refusal = refusals.pop();
    if (refusal) throw refusal;
  });
  editor.consider(ask());
  (await asked(1))[0]?.choose('allow');
  (await asked(2))[1]?.choose('deny');
  await waitUntil('both answers', () => given.mock.calls.length === 2);
  expect(said).toEqual(['An approver may not do that.']);
});

test('an editor that automatically repeats a refused answer is not asked forever', async () => {
  const { editor, asked, dialogs, given } = editorInteractions(async () => {
    throw new ReinsError('forbidden', 'A viewer may not answer.');
  });
  editor.consider(ask());
  for (let count = 1; count <= 3; count++) (await asked(count))[count - 1]?.choose('allow');
  await waitUntil('the answers', () => given.mock.calls.length === 3);
  await new Promise(setImmediate);
  expect(dialogs).toHaveLength(3);
});

test('a request reopened before its answer call returned can still be cancelled', async () => {
  let settle = () => {};
  const { editor, asked, given, items } = editorInteractions(
    () => new Promise<void>((resolve) => (settle = resolve)),
  );
  editor.consider(ask());
  (await asked(1))[0]?.choose('allow');
  await waitUntil('the answer', () => given.mock.calls.length === 1);
  editor.event(closed(byPhone));
  items.push(ask());
  editor.event(event({ type: 'interaction_reopened', interaction_id: 'i1', reason: 'lost' }));
  const [, again] = await asked(2);
  settle();
  await new Promise(setImmediate);
  editor.event(closed(byPhone));
  expect(again?.signal.aborted).toBe(true);
});

test('a request opened while the hub was away is shown when it is back', async () => {
  const { editor, asked, items, lost } = editorInteractions();
  lost.push(new ReinsError('hub_not_running', 'No hub answers.'));
  items.push(ask());
  editor.event(event({ type: 'interaction_updated', interaction_id: 'i1', held_until: null }));
  await asked(1);
  expect(lost).toEqual([]);
});

test('a dismissed request is shown again only if the hub reopens it', async () => {
  const { editor, asked, dialogs, items } = editorInteractions();
  editor.consider(ask());
  (await asked(1))[0]?.choose(undefined);
  items.push(ask());
  editor.event(event({ type: 'interaction_updated', interaction_id: 'i1', held_until: null }));
  editor.event(event({ type: 'interaction_reopened', interaction_id: 'i1', reason: 'lost' }));
  await asked(2);
  expect(dialogs).toHaveLength(2);
});

test('does not show closed requests or requests without a route', async () => {
  const { editor, dialogs } = editorInteractions();
  editor.consider(ask({ state: 'answered' }));
  editor.consider(ask({ routes: [] }));
  await new Promise(setImmediate);
  expect(dialogs).toEqual([]);
});

test('a request without its call waits briefly for it', async () => {
  const { editor, asked, dialogs } = editorInteractions();
  const { tool_use_id: _, ...unnamed } = ask();
  editor.consider(unnamed);
  await new Promise(setImmediate);
  expect(dialogs).toEqual([]);
  editor.consider(ask());
  await asked(1);
  editor.close();
  expect(dialogs[0]?.signal.aborted).toBe(true);
});
