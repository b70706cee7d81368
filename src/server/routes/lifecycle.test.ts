import { expect, vi } from 'vitest';
import { type RunningServer, SESSION, START, serverTest as test } from '../../../test/running-server.ts';
import { NEW_SESSION } from '../../../test/scripted-steering.ts';
import { ReinsError } from '../../protocol/errors.ts';

const post = (server: RunningServer, path: string, body?: unknown) =>
  server.call(path, { method: 'POST', body });
const path = (call: string) => `/api/sessions/${SESSION}/${call}`;

test('creates a session once for repeated calls', async ({ server }) => {
  const body = { session_id: NEW_SESSION, cwd: '/work', prompt: 'go', env: { KEY: 'secret' } };
  const first = await post(server, '/api/sessions', body);
  expect(first.status).toBe(201);
  expect(first.headers.get('location')).toBe(`/api/sessions/${NEW_SESSION}`);
  const text = await first.text();
  expect(JSON.parse(text)).toMatchObject({ session_id: NEW_SESSION, status: 'starting' });
  expect(text).not.toContain('secret');
  const again = await post(server, '/api/sessions', body);
  expect(again.status).toBe(200);
  expect(server.steered).toEqual([
    ['create', body, 'operator'],
    ['create', body, 'operator'],
  ]);
});

test('the mode "manual" reaches the hub as "default"', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  await post(server, '/api/sessions', { cwd: '/work', permission_mode: 'manual' });
  await post(server, path('resume'), { permission_mode: 'manual' });
  await server.call(`/api/sessions/${SESSION}`, { method: 'PATCH', body: { permission_mode: 'manual' } });
  expect(server.steered.map((call) => call.at(-2))).toEqual([
    { cwd: '/work', permission_mode: 'default' },
    { permission_mode: 'default' },
    { permission_mode: 'default' },
  ]);
});

test('refuses unknown fields by name, without repeating secrets', async ({ server }) => {
  const refusals: [body: object, message: RegExp][] = [
    [{ modle: 'opus', colour: 1 }, /Unknown fields "modle", "colour"\./],
    [{ terminal: { columns: 80, rows: 24, depth: 3 } }, /Unknown field "depth" in terminal\./],
    [{ permission_mode: 'yolo' }, /permission_mode: /],
    [{ driver: 'external' }, /driver: /],
    [{ resume: false }, /resume: /],
    [{ env: { TOKEN: { secret: 'hunter2' } } }, /env\.TOKEN: /],
    [{ env: 'TOKEN=hunter2' }, /env: /],
    [{ mcp_config: 'hunter2' }, /mcp_config: /],
  ];
  for (const [body, message] of refusals) {
    const response = await post(server, '/api/sessions', body);
    expect(response.status, JSON.stringify(body)).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text).error.message).toMatch(message);
    expect(text).not.toContain('hunter2');
  }
  const broken = await post(server, '/api/sessions', '{"env":{"TOKEN":"hunter2",}}');
  expect(await broken.text()).not.toContain('hunter2');
  expect(server.steered).toEqual([]);
});

test('treats an announced but missing body as none; refuses a broken one', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const headers = { 'Content-Type': 'application/json' };
  for (const call of ['resume', 'fork', 'takeover']) {
    const empty = await server.call(path(call), { method: 'POST', headers });
    expect([call, empty.ok]).toEqual([call, true]);
    const broken = await server.call(path(call), { method: 'POST', headers, body: '{' });
    expect([call, broken.status]).toEqual([call, 400]);
  }
});

test('resume, fork and takeover work with and without a body', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  expect((await post(server, path('resume'))).status).toBe(200);
  expect((await post(server, path('resume'), { driver: 'tmux' })).status).toBe(200);
  const fork = await post(server, path('fork'));
  expect(fork.status).toBe(201);
  expect(await fork.json()).toMatchObject({ session_id: NEW_SESSION });
  await post(server, path('takeover'));
  await post(server, path('takeover'), { force: true });
  await post(server, path('interrupt'));
  expect(server.steered).toEqual([
    ['resume', SESSION, {}, 'operator'],
    ['resume', SESSION, { driver: 'tmux' }, 'operator'],
    ['fork', SESSION, {}, 'operator'],
    ['takeover', SESSION, { force: false }, 'operator'],
    ['takeover', SESSION, { force: true }, 'operator'],
    ['interrupt', SESSION, 'operator'],
  ]);
  const form = await server.call(path('takeover'), {
    method: 'POST',
    body: '{"force":true}',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(form.status).toBe(415);
});

test('a change, and who asked for it', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const body = { name: 'mine', model: 'opus', permission_mode: 'plan', relay: true };
  const response = await server.call(`/api/sessions/${SESSION}`, { method: 'PATCH', body });
  expect(await response.json()).toMatchObject({ session_id: SESSION });
  expect(server.steered).toEqual([['change', SESSION, body, 'operator']]);
});

test('labels are trimmed, unique and few', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const change = (labels: readonly string[]) =>
    server.call(`/api/sessions/${SESSION}`, { method: 'PATCH', body: { labels } });
  expect((await change([' a ', 'a', 'b c'])).status).toBe(200);
  expect(server.steered).toEqual([['change', SESSION, { labels: ['a', 'b c'] }, 'operator']]);
  for (const refused of [
    [''],
    ['a,b'],
    ['a\nb'],
    ['x'.repeat(41)],
    Array.from({ length: 11 }, (_, at) => `l${at}`),
  ])
    expect((await change(refused)).status).toBe(400);
});

test('refusals of steering keep their code and details', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const lost = [{ what: 'tool', description: 'Bash: npm test' }];
  vi.spyOn(server.deps.steering, 'takeover').mockRejectedValue(
    new ReinsError('takeover_needs_force', 'A tool runs.', { lost }),
  );
  const response = await post(server, path('takeover'));
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({
    error: { code: 'takeover_needs_force', message: 'A tool runs.', details: { lost } },
  });
});

test('refuses to steer an unknown session', async ({ server }) => {
  for (const call of ['resume', 'fork', 'takeover', 'interrupt']) {
    expect((await post(server, path(call))).status, call).toBe(404);
  }
  expect((await post(server, path('message'), { text: 'hello' })).status).toBe(404);
  expect((await server.call(`/api/sessions/${SESSION}`, { method: 'DELETE' })).status).toBe(404);
  expect(server.steered).toEqual([]);
});

test('a stop ends the streams of that session, after its last event', async ({ server }) => {
  server.append('session_started', { how: 'startup' }, { at: START - 1000 });
  const own = await server.stream(`/api/sessions/${SESSION}/events`);
  const late = await server.stream(`/api/sessions/${SESSION}/events?since=now`);
  const hooks = await server.stream(`/api/sessions/${SESSION}/events?raw=hook`);
  const all = await server.stream('/api/events?since=0');
  await own.waitForFrames(1);
  const response = await server.call(`/api/sessions/${SESSION}`, { method: 'DELETE' });
  expect(await response.json()).toMatchObject({ session_id: SESSION, status: 'ended' });
  await Promise.all([own.over, late.over, hooks.over]);
  expect(own.frames().map(({ event }) => event)).toEqual([
    'session_started',
    'session_ended',
    'session_stopped',
  ]);
  expect(late.frames().map(({ event }) => event)).toEqual(['session_ended', 'session_stopped']);
  await all.waitForFrames(3);
  expect(all.isOver).toBe(false);
  // It can be read again, and followed in case someone resumes it.
  const after = await server.stream(`/api/sessions/${SESSION}/events`);
  await after.waitForFrames(3);
  expect(after.isOver).toBe(false);
});

test('a stream that is behind gets everything before it ends', async ({ server }) => {
  const text = 'x'.repeat(200_000);
  for (let block = 0; block < 60; block++) server.append('assistant_text', { message_id: 'm', block, text });
  const response = await fetch(`${server.url}/api/sessions/${SESSION}/events`, {
    headers: { Authorization: `Bearer ${server.tokens.viewer}` },
  });
  await server.call(`/api/sessions/${SESSION}`, { method: 'DELETE' });
  const reported = await response.text();
  expect(reported.match(/^event: assistant_text$/gm)).toHaveLength(60);
  expect(reported).toMatch(/event: session_stopped\n[^\n]*\n\n$/);
});
