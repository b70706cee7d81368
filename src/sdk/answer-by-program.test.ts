import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { answerByProgram } from './answer-by-program.ts';
import type { Client } from './client.ts';

test('waits for a hub that is away at the start', async () => {
  const lost = [new ReinsError('hub_not_running', 'No hub answers.')];
  const answered: unknown[] = [];
  const interaction = { id: 'i1', kind: 'permission', routes: ['control'] } as unknown as Interaction;
  const client = {
    list: async () => {
      const error = lost.pop();
      if (error) throw error;
      return { items: [], last_event_id: '1' };
    },
    interactions: async () => ({ items: [interaction] }),
    answer: async (id: string, body: unknown) => answered.push([id, body]),
    async *subscribe({ signal }: { signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  } as unknown as Client;
  const end = new AbortController();
  const failures: unknown[] = [];
  const answering = answerByProgram(
    client,
    's',
    { onPermission: () => 'allow' },
    { signal: end.signal, onFailure: (error) => failures.push(error) },
  );
  await waitUntil('the answer', () => answered.length > 0);
  end.abort();
  await answering;
  expect(answered).toEqual([['i1', { decision: 'allow' }]]);
  expect(failures).toEqual([]);
});

test('passes a reopened request to the program again', async () => {
  const interaction = { id: 'i1', kind: 'permission', routes: ['control'] } as unknown as Interaction;
  const news = { type: 'interaction_updated', event: { interaction_id: 'i1' }, data: '' };
  // Answered, reopened unnoticed, then gone and back.
  const lists = [
    [interaction],
    [interaction],
    [{ ...interaction, reopened: 1 }],
    [],
    [{ ...interaction, reopened: 2 }],
  ];
  const answered: string[] = [];
  const client = {
    list: async () => ({ items: [], last_event_id: '1' }),
    interactions: async () => ({ items: lists.shift() ?? [] }),
    answer: async (id: string) => answered.push(id),
    async *subscribe({ signal }: { signal: AbortSignal }) {
      for (let reported = 0; reported < 4; reported += 1) yield news;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  } as unknown as Client;
  const end = new AbortController();
  const options = { signal: end.signal, onFailure: () => {} };
  const answering = answerByProgram(client, 's', { onPermission: () => 'allow' }, options);
  await waitUntil('the answers', () => answered.length === 3);
  end.abort();
  await answering;
  expect(answered).toHaveLength(3);
});
