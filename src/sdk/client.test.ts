import { expect, test } from 'vitest';
import { answers, fails, openScriptedHub } from '../../test/scripted-hub.ts';
import { ReinsError } from '../protocol/errors.ts';
import { createClient } from './client.ts';

test('sends the token, the filter and the body', async () => {
  await using hub = await openScriptedHub({
    'GET /api/sessions': [answers({ items: [] })],
    'GET /api/sessions/abc/turns': [answers({ turns: [] })],
    'PATCH /api/settings': [answers({ port: 1 })],
    'POST /api/tokens': [answers({ name: 'bot', role: 'viewer', token: 't' }, 201)],
    'DELETE /api/tokens/a%20b': [(response) => void response.writeHead(204).end()],
  });
  const client = createClient({ url: hub.url, token: 'secret' });
  await client.list({ status: 'idle', cwd: '/a b', limit: 3 });
  await client.turns('abc', { before: 1.5, agent: 'x' });
  expect(await client.settings.change({ port: 1 })).toEqual({ port: 1 });
  expect(await client.tokens.add('bot', 'viewer')).toMatchObject({ token: 't' });
  await client.tokens.revoke('a b');
  expect(hub.received).toMatchObject([
    { authorization: 'Bearer secret', query: { status: 'idle', cwd: '/a b', limit: '3' } },
    { query: { before: '1.5', agent: 'x' } },
    { body: '{"port":1}' },
    { body: '{"name":"bot","role":"viewer"}' },
    { method: 'DELETE' },
  ]);
});

test('names the host that the client is for', async () => {
  await using hub = await openScriptedHub({
    'GET /api/sessions': [answers({ items: [] }), answers({ items: [] })],
    'POST /api/sessions': [answers({}, 201)],
    'POST /api/sessions/abc/interrupt': [answers({})],
    'GET /api/hosts': [answers({ items: [] })],
  });
  const client = createClient({ url: hub.url, host: 'laptop' });
  await client.list();
  await client.list({ host: 'tower' });
  await client.createSession({ cwd: '/a' });
  await client.interrupt('abc');
  await client.fleet.hosts();
  expect(hub.received).toMatchObject([
    { query: { host: 'laptop' } },
    { query: { host: 'tower' } },
    { query: {}, body: '{"host":"laptop","cwd":"/a"}' },
    { query: { host: 'laptop' } },
    { query: {} },
  ]);
});

test('lists all pages', async () => {
  await using hub = await openScriptedHub({
    'GET /api/sessions': [answers({ items: [1, 2], next_cursor: '5.1' }), answers({ items: [3] })],
  });
  const all: unknown[] = [];
  for await (const session of createClient({ url: hub.url }).listAll({ status: 'ended' })) all.push(session);
  expect(all).toEqual([1, 2, 3]);
  expect(hub.received.map(({ query }) => query)).toEqual([
    { status: 'ended' },
    { status: 'ended', cursor: '5.1' },
  ]);
});

test('errors are typed', async () => {
  await using hub = await openScriptedHub({
    'GET /api/settings': [fails(403, 'forbidden', 'Only an operator may.'), fails(418, 'of_the_future')],
    'GET /api/health': [(response) => void response.writeHead(502).end('<html>')],
    'GET /api/tokens': [(response) => void response.end('not json')],
  });
  const client = createClient({ url: hub.url });
  const errors = await Promise.all([
    client.settings.get().catch((error) => error),
    client.health().catch((error) => error),
    client.tokens.list().catch((error) => error),
  ]);
  errors.push(await client.settings.get().catch((error) => error));
  for (const error of errors) expect(error).toBeInstanceOf(ReinsError);
  expect(errors).toMatchObject([
    { code: 'forbidden', message: 'Only an operator may.' },
    { code: 'hub_not_running', message: expect.stringContaining('is that a Reins hub?') },
    { code: 'hub_not_running' },
    { code: 'invalid_request', details: { status: 418, code: 'of_the_future' } },
  ]);
});

test('reports a hub that is not running', async () => {
  let url: string;
  {
    await using hub = await openScriptedHub({});
    url = hub.url;
  }
  await expect(createClient({ url }).health()).rejects.toMatchObject({ code: 'hub_not_running' });
});
