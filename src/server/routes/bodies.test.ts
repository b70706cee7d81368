/** Bodies that no route expects: each gets a 4xx with a reason, and nothing is written to the log. */
import { expect, vi } from 'vitest';
import { SESSION, serverTest as test } from '../../../test/running-server.ts';

const BODIES = [
  '',
  '{',
  '{}',
  '[]',
  'null',
  '1',
  '"x"',
  '{"tool_use_id": 1}',
  '{"toolUseId": 1}',
  '\0',
  '{"a":{"b":[]}}',
  ...['a', 'tool_input'].map(deep),
];

/** Too deep to be serialized again. */
function deep(name: string): string {
  const value = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  return JSON.stringify({ session_id: SESSION, hook_event_name: 'X', [name]: 0 }).replace('0}', `${value}}`);
}
const TYPES = ['application/json', 'text/plain', 'application/json; charset=utf-8', 'multipart/form-data'];

test('no body makes a route fail', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const document = (await (await server.call('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ path: path.replace(/\{\w+\}/g, SESSION), method: method.toUpperCase() }] : [],
    ),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { path, method } of routes) {
    const token = path === '/api/hooks' ? server.tokens.ingest : server.tokens.operator;
    for (const body of BODIES) {
      for (const type of TYPES) {
        const what = `${method} ${path} ${JSON.stringify(body).slice(0, 200)} as ${type}`;
        const response = await server.call(path, { method, token, body, headers: { 'Content-Type': type } });
        expect(response.status, what).toBeLessThan(500);
        if (body.includes('[[[')) expect(response.status, what).toBeGreaterThanOrEqual(400);
        const text = await response.text();
        if (response.status >= 400) expect(JSON.parse(text).error.message, what).toMatch(/\w/);
      }
    }
  }
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('refuses an unreadable answer with a reason', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  for (const path of [`/api/sessions/${SESSION}/answer`, '/api/interactions/some/answer']) {
    for (const body of ['{', '[]', 'null', '1']) {
      const response = await server.call(path, { method: 'POST', body });
      expect([response.status, path, body]).toEqual([400, path, body]);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
    }
  }
  const response = await server.call(`/api/sessions/${SESSION}/answer`, { method: 'POST', body: '{}' });
  expect(await response.json()).toMatchObject({
    error: { code: 'invalid_request', message: expect.stringContaining('tool_use_id') },
  });
});
