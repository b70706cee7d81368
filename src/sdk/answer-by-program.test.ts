import { expect, test } from 'vitest';
import { waitUntil } from '../lib/wait-until.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { answerByProgram } from './answer-by-program.ts';
import type { Client } from './client.ts';

test('a hub that is away when answering begins is waited for', async () => {
  const lost = [new ReinsError('hub_not_running', 'No hub answers.')];
  const answered: unknown[] = [];
  const ask = { id: 'i1', kind: 'permission', routes: ['control'] } as unknown as Interaction;
  const client = {
    list: async () => {
      const error = lost.pop();
      if (error) throw error;
      return { items: [], last_event_id: '1' };
    },
    interactions: async () => ({ items: [ask] }),
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
