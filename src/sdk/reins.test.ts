import { expect, test } from 'vitest';
import { createReins } from './reins.ts';

/** A hub that begins sessions, and refuses what is sent to them. */
function refusingHub() {
  const heard: string[] = [];
  const fetch = async (target: URL, { method = 'GET', signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    const [, , kind, id, rest = ''] = target.pathname.split('/');
    heard.push(`${method} ${kind}${id === undefined ? '' : '/:id'}${rest && `/${rest}`}`);
    if (method === 'POST' && id !== undefined) {
      const error = { code: 'invalid_request', message: 'The prompt is too large.' };
      return Response.json({ error }, { status: 400 });
    }
    return Response.json({ session_id: id ?? 'begun', seq: 0 });
  };
  const reins = createReins({ url: 'http://hub.test', fetch: fetch as unknown as typeof globalThis.fetch });
  return { reins, heard };
}

test('a session that was begun for one question is ended also when the question did not reach it', async () => {
  const { reins, heard } = refusingHub();
  await expect(reins.ask('hello', { cwd: '/work' })).rejects.toThrow('The prompt is too large.');
  expect(heard).toEqual([
    'POST sessions',
    'GET sessions/:id',
    'POST sessions/:id/message',
    'DELETE sessions/:id',
  ]);
});

test('and when the signal fires before it', async () => {
  const { reins, heard } = refusingHub();
  const signal = AbortSignal.abort(new Error('too slow'));
  await expect(reins.ask('hello', { cwd: '/work', signal })).rejects.toThrow('too slow');
  expect(heard).toEqual(['POST sessions', 'DELETE sessions/:id']);
});
