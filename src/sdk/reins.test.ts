import { expect, test } from 'vitest';
import { createReins } from './reins.ts';

/** A hub that starts sessions, and refuses prompts to them. */
function refusingHub() {
  const received: string[] = [];
  const fetch = async (target: URL, { method = 'GET', signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    const [, , kind, id, rest = ''] = target.pathname.split('/');
    received.push(`${method} ${kind}${id === undefined ? '' : '/:id'}${rest && `/${rest}`}`);
    if (method === 'POST' && id !== undefined) {
      const error = { code: 'invalid_request', message: 'The prompt is too large.' };
      return Response.json({ error }, { status: 400 });
    }
    return Response.json({ session_id: id ?? 'begun', seq: 0 });
  };
  const reins = createReins({ url: 'http://hub.test', fetch: fetch as unknown as typeof globalThis.fetch });
  return { reins, received };
}

test('ends a session started for one question even if the question did not reach it', async () => {
  const { reins, received } = refusingHub();
  await expect(reins.ask('hello', { cwd: '/work' })).rejects.toThrow('The prompt is too large.');
  expect(received).toEqual([
    'POST sessions',
    'GET sessions/:id',
    'POST sessions/:id/message',
    'DELETE sessions/:id',
  ]);
});

test('ends it if the signal fires before the question', async () => {
  const { reins, received } = refusingHub();
  const signal = AbortSignal.abort(new Error('too slow'));
  await expect(reins.ask('hello', { cwd: '/work', signal })).rejects.toThrow('too slow');
  expect(received).toEqual(['POST sessions', 'DELETE sessions/:id']);
});

/** A hub with one session, which is `live` or can be resumed; its turns complete immediately. */
function sessionHub({ live = false, isPrompted = false } = {}) {
  const received: string[] = [];
  let own = '';
  const message = (message_id: string) => ({ message_id, state: 'accepted', text: 'x' });
  const view = () => ({
    ...{ session_id: ID, seq: 5, status: 'idle', driver: 'stream', usage: {}, turns: [] },
    messages: [
      message('earlier'),
      ...(own ? [message(own)] : []),
      ...(isPrompted ? [message('theirs')] : []),
    ],
  });
  const finished = () => ({
    ...{ seq: 6, session_id: ID, type: 'message_finished', message_id: own, outcome: 'completed' },
    ...{ text: 'Blue.', at: '2026-01-02T12:00:00.000Z' },
  });
  const fetch = async (target: URL, { method = 'GET', body }: RequestInit = {}) => {
    const [, , , id, rest = ''] = target.pathname.split('/');
    if (rest === 'events') {
      const frames = `id: e.6\nevent: message_finished\ndata: ${JSON.stringify(finished())}\n\n`;
      return new Response(frames, { headers: { 'content-type': 'text/event-stream' } });
    }
    if (method !== 'GET') received.push(`${method} ${rest || (id ? 'session' : 'sessions')}`);
    if (method === 'POST' && !id && live) {
      return Response.json({ error: { code: 'session_live', message: 'It runs.' } }, { status: 409 });
    }
    if (rest === 'message') own = JSON.parse(String(body)).message_id;
    return Response.json(rest === 'message' ? { message_id: own, state: 'queued', session_id: ID } : view());
  };
  const reins = createReins({ url: 'http://hub.test', fetch: fetch as unknown as typeof globalThis.fetch });
  return { reins, received };
}
const ID = '5d1a5f8e-3c1b-4f0e-9a53-0c9b6a2d7e41';

test('an ended session is resumed for one question, then stopped again', async () => {
  const { reins, received } = sessionHub();
  const { text } = await reins.ask('Which colour?', { session_id: ID, resume: true });
  expect(text).toBe('Blue.');
  expect(received).toEqual(['POST sessions', 'POST message', 'DELETE session']);
});

test('does not stop it if someone else has prompted it since, or if it was live', async () => {
  const used = sessionHub({ isPrompted: true });
  await used.reins.ask('Which colour?', { session_id: ID, resume: true });
  expect(used.received).toEqual(['POST sessions', 'POST message']);
  const live = sessionHub({ live: true });
  await expect(live.reins.ask('Which colour?', { session_id: ID, resume: true })).rejects.toMatchObject({
    code: 'session_live',
  });
  expect(live.received).toEqual(['POST sessions']);
});

test('requires the place of a new session', () => {
  const { reins } = sessionHub();
  // @ts-expect-error no cwd
  const wrong = () => reins.ask('x');
  // @ts-expect-error no cwd
  const also = () => reins.run({ prompt: 'x' });
  const right = () => [
    reins.ask('x', { cwd: '/work' }),
    reins.ask('x', { session_id: ID, resume: true }),
    reins.run({ prompt: 'x', cwd: '/work', append_system_prompt: 'Be brief.' }),
    reins.run({ prompt: 'x', cwd: '/work', continue: true }),
    reins.run({ prompt: 'x', fork: ID }),
  ];
  expect([wrong, also, right]).toHaveLength(3);
});
