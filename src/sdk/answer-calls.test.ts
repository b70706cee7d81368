import { expect, test } from 'vitest';
import { answers, fails, openScriptedHub, type Scene } from '../../test/scripted-hub.ts';
import { firstAnswerOf } from './answer-calls.ts';
import { createClient } from './client.ts';

const PATH = 'POST /api/interactions/i1/answer';
const CLOSED = { id: 'i1', state: 'answered' };
const BODY = { decision: 'allow' } as const;
const backoff = async () => {};

const tears: Scene = (response) => void response.destroy();
const breaksOff: Scene = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  response.write('{"id":', () => response.destroy());
};
const wordless: Scene = (response) => void response.writeHead(502).end('Bad gateway');

test('is retried with the same key after a lost connection', async () => {
  await using hub = await openScriptedHub({ [PATH]: [tears, breaksOff, wordless, answers(CLOSED)] });
  const client = createClient({ url: hub.url });
  expect(await client.answer('i1', BODY, { backoff })).toEqual(CLOSED);
  expect(hub.received).toHaveLength(4);
  expect(hub.received.every(({ body }) => body === JSON.stringify(BODY))).toBe(true);
  const [key, ...others] = new Set(hub.received.map(({ idempotencyKey }) => idempotencyKey));
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(others).toEqual([]);
  await client.answer('i1', BODY, { backoff });
  expect(hub.received.at(-1)?.idempotencyKey).not.toBe(key);
  await client.answer('i1', BODY, { backoff, idempotencyKey: 'mine' });
  expect(hub.received.at(-1)?.idempotencyKey).toBe('mine');
});

test.each([
  ['a refusal', fails(409, 'no_route'), 'no_route'],
  ['a failure reported by the hub', fails(500, 'internal'), 'internal'],
  ['an unknown error code of a newer hub', fails(503, 'too_tired'), 'internal'],
])('is never retried after %s', async (_what, scene, code) => {
  await using hub = await openScriptedHub({ [PATH]: [scene] });
  await expect(createClient({ url: hub.url }).answer('i1', BODY, { backoff })).rejects.toMatchObject({
    code,
  });
  expect(hub.received).toHaveLength(1);
});

test('a late answer fails with the first answer', async () => {
  const answer = {
    by: { type: 'device', name: 'phone' },
    at: '2026-01-01T00:00:00.000Z',
    route: 'hook',
    applied: 'sent',
  };
  const error = { code: 'interaction_closed', message: 'Answered by phone.', details: { answer } };
  await using hub = await openScriptedHub({ [PATH]: [answers({ error }, 409)] });
  const refused = await createClient({ url: hub.url })
    .answer('i1', BODY)
    .catch((reason: unknown) => reason);
  expect(firstAnswerOf(refused)).toEqual(answer);
  expect(firstAnswerOf(new Error('else'))).toBeUndefined();
});

test('stops retrying eventually, and the caller may stop earlier', async () => {
  await using hub = await openScriptedHub({ [PATH]: [tears] });
  const client = createClient({ url: hub.url });
  await expect(client.answer('i1', BODY, { backoff })).rejects.toMatchObject({ code: 'hub_not_running' });
  expect(hub.received).toHaveLength(10);
  const controller = new AbortController();
  const stopping = async () => controller.abort();
  await expect(client.answer('i1', BODY, { backoff: stopping, signal: controller.signal })).rejects.toThrow();
  expect(hub.received).toHaveLength(11);
});

test('answers a question by its tool call, and lists pending requests', async () => {
  const path = '/api/sessions/s1';
  await using hub = await openScriptedHub({
    [`POST ${path}/answer`]: [tears, answers(CLOSED)],
    [`GET ${path}/pending-questions`]: [answers({ items: [] })],
  });
  const client = createClient({ url: hub.url });
  await client.answerQuestion('s1', 't1', { 'Which?': ['A', 'B'] }, { backoff });
  expect(JSON.parse(hub.received[1]?.body ?? '')).toEqual({
    tool_use_id: 't1',
    answers: { 'Which?': ['A', 'B'] },
  });
  expect(await client.pendingQuestions('s1')).toEqual({ items: [] });
});
