import { expect } from 'vitest';
import { type RunningServer, SESSION, START, serverTest as test } from '../../../test/running-server.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;
const path = (query = '') => `/api/sessions/${SESSION}/export${query}`;

function say(server: RunningServer, position: number, text: string): void {
  const observed = { title: 'Fix "it" <now>' };
  const about = { item: `text:${position}`, position, at: START + position, observed };
  server.append('assistant_text', { message_id: `m${position}`, block: 0, text }, about);
}

test('exports a session as a file in each format, which a browser saves and never runs', async ({
  server,
}) => {
  say(server, 1, 'Hello there');
  const files = [
    ['', 'text/markdown; charset=utf-8', 'md'],
    ['?format=html', 'text/html; charset=utf-8', 'html'],
    ['?format=json', 'application/json', 'json'],
  ] as const;
  for (const [query, type, ending] of files) {
    const response = await server.call(path(query));
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="fix-it-now-11111111.${ending}"`,
    );
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(await response.text()).toContain('Hello there');
  }
});

test('masks secrets for everyone, and keeps them only for operators who ask', async ({ server }) => {
  say(server, 1, `the key is ${KEY}`);
  expect(await (await server.call(path())).text()).not.toContain(KEY);
  const viewer = { token: server.tokens.viewer };
  expect(await (await server.call(path(), viewer)).text()).toContain('[masked: GitHub token]');
  expect((await server.call(path('?raw=true'), viewer)).status).toBe(403);
  expect(await (await server.call(path('?raw=true'))).text()).toContain(KEY);
});

test('reports what is wrong', async ({ server }) => {
  expect((await server.call(path())).status).toBe(404);
  expect((await server.call(path('?format=pdf'))).status).toBe(400);
});

test('exports a long session completely and in order, and serves others meanwhile', async ({ server }) => {
  const drafts = Array.from({ length: 11_500 }, (_, index) => ({
    ...{
      type: 'assistant_text' as const,
      source: 'transcript' as const,
      at: START + index,
      key: `k${index}`,
    },
    ...{ item: `text:${index}`, position: index, message_id: `m${index}`, block: 0 },
    text: `line ${index} ${'word '.repeat(200)}`,
  }));
  server.log.append([{ sessionId: SESSION, drafts }]);
  const exporting = await server.call(path('?format=json'));
  const reader = exporting.body?.getReader();
  const first = await reader?.read();
  // It pauses until the reader continues, but the server does not.
  expect((await server.call('/api/sessions')).status).toBe(200);
  const decoder = new TextDecoder();
  let text = decoder.decode(first?.value, { stream: true });
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    text += decoder.decode(next.value, { stream: true });
  }
  const { items } = JSON.parse(text) as { items: { text: string }[] };
  expect(items).toHaveLength(11_500);
  expect(items.every((item, index) => item.text.startsWith(`line ${index} `))).toBe(true);
});

test('loses no items at one place between two pages', async ({ server }) => {
  const large = 'x'.repeat(200_000);
  for (const [index, position] of [1, 1, 1, 1, 2, 2, 3].entries()) {
    const about = { item: `text:${index}`, position };
    server.append('assistant_text', { message_id: `m${index}`, block: 0, text: `${index} ${large}` }, about);
  }
  const { items } = (await (await server.call(path('?format=json'))).json()) as { items: { text: string }[] };
  expect(items.map(({ text }) => text.slice(0, 1)).join('')).toBe('0123456');
});
