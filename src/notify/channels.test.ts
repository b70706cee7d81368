import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { channelSchema, type Notice } from '../protocol/notify.ts';
import { toTarget } from './channels.ts';

const NOTICE: Notice = {
  id: 'n1',
  kind: 'needs_answer',
  session_id: '11111111-1111-4111-8111-111111111111',
  host: 'desk',
  at: '2026-01-01T00:00:00.000Z',
  title: 'Grüße',
  detail: 'Run npm test',
};

const PLACE = { env: {}, now: () => Date.parse('2026-01-01T00:00:05.000Z') };

interface Received {
  headers: Record<string, unknown>;
  body: string;
}

async function listen(status: number): Promise<{ url: string; received: Received[]; close: () => void }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, close: () => server.close() };
}

test('a webhook gets the notice as JSON', async () => {
  const { url, received, close } = await listen(204);
  const target = toTarget({ type: 'webhook', url, detail: 'full' }, PLACE);
  expect(await target.send(NOTICE)).toEqual({ state: 'accepted' });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(NOTICE);
  expect(target.name).toBe(`webhook ${new URL(url).host}`);
  close();
});

test('a webhook is signed with the time, and gets the custom headers', async () => {
  const { url, received, close } = await listen(204);
  const secret = '0123456789abcdef';
  const headers = { Authorization: 'Bearer x' };
  await toTarget({ type: 'webhook', url, detail: 'full', headers, secret }, PLACE).send(NOTICE);
  const [{ headers: sent, body } = { headers: {}, body: '' }] = received;
  const hash = createHmac('sha256', secret).update(`1767225605.${body}`).digest('hex');
  expect(sent).toMatchObject({
    authorization: 'Bearer x',
    'x-reins-delivery': 'n1',
    'x-reins-event': 'needs_answer',
    'x-reins-signature': `t=1767225605,v1=${hash}`,
  });
  close();
});

test('headers of the hub cannot be replaced', () => {
  const channel = (headers: object) => ({ type: 'webhook', url: 'https://a.example', headers });
  for (const name of ['Content-Type', 'host', 'X-Reins-Signature', 'a b']) {
    expect(channelSchema.safeParse(channel({ [name]: 'x' })).success, name).toBe(false);
  }
  expect(channelSchema.safeParse(channel({ 'X-Api-Key': 'a\nb' })).success).toBe(false);
  expect(channelSchema.safeParse(channel({ 'X-Api-Key': 'x' })).success).toBe(true);
});

test('ntfy opens the session or the request', async () => {
  const { url, received, close } = await listen(200);
  const ntfy = toTarget({ type: 'ntfy', url, detail: 'full', headers: { Authorization: 'Bearer t' } }, PLACE);
  await ntfy.send({ ...NOTICE, link: 'https://hub.example/asks/a' });
  await ntfy.send({
    ...NOTICE,
    kind: 'finished',
    text: 'All tests pass.',
    link: 'https://hub.example/sessions/s',
  });
  expect(
    received.map(({ body, headers }) => [
      body,
      headers['click'],
      headers['actions'],
      headers['authorization'],
    ]),
  ).toEqual([
    ['Run npm test', 'https://hub.example/asks/a', 'view, Answer, https://hub.example/asks/a', 'Bearer t'],
    [
      'All tests pass.',
      'https://hub.example/sessions/s',
      'view, Open, https://hub.example/sessions/s',
      'Bearer t',
    ],
  ]);
  close();
});

test('ntfy gets a line with a title in any script', async () => {
  const { url, received, close } = await listen(200);
  await toTarget({ type: 'ntfy', url, detail: 'full' }, PLACE).send(NOTICE);
  expect(received[0]).toMatchObject({
    body: 'Run npm test',
    headers: { priority: 'high', tags: 'needs_answer' },
  });
  const title = String(received[0]?.headers['title']);
  expect(Buffer.from(title.slice(10, -2), 'base64').toString()).toBe('Grüße (desk)');
  close();
});

test('distinguishes temporary from permanent failures', async () => {
  for (const [status, mayWork] of [
    [503, true],
    [429, true],
    [400, false],
    [302, false],
  ] as const) {
    const { url, close } = await listen(status);
    const sent = await toTarget({ type: 'webhook', url, detail: 'short' }, PLACE).send(NOTICE);
    expect([status, sent.state, 'retryMs' in sent]).toEqual([status, 'failed', mayWork]);
    close();
  }
  const refused = await toTarget(
    { type: 'webhook', url: 'http://127.0.0.1:1/', detail: 'short' },
    PLACE,
  ).send(NOTICE);
  expect(refused).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('ECONNREFUSED'),
    retryMs: 0,
  });
});

test('a command gets the notice on its input, and a clean environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-command-'));
  const file = join(folder, 'out');
  const script = 'cat > "$OUT"; env >> "$OUT"';
  const target = toTarget(
    { type: 'command', command: ['sh', '-c', script], detail: 'full', env: { OUT: file } },
    { env: { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'secret', SLACK_TOKEN: 'secret' }, now: () => 0 },
  );
  expect(await target.send(NOTICE)).toEqual({ state: 'accepted' });
  const [json = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  expect(JSON.parse(json)).toEqual(NOTICE);
  expect(rest.join('\n')).not.toMatch(/^(?!OUT|PATH|PWD|SHLVL|_)\w+=/m);
  rmSync(folder, { recursive: true });
});

test('reports how a command failed, and does not run it again', async () => {
  const run = (...command: string[]) =>
    toTarget({ type: 'command', command, detail: 'short' }, PLACE).send(NOTICE);
  expect(await run('/bin/sh', '-c', 'exit 3')).toEqual({ state: 'failed', reason: 'it exited with code 3' });
  expect(await run('/nowhere/at/all')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('ENOENT'),
  });
  expect(await run('/bin/sh', '-c', 'kill -TERM $$')).toEqual({
    state: 'failed',
    reason: 'it was killed by SIGTERM',
  });
});
