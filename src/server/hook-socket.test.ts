import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { ReinsError } from '../protocol/errors.ts';
import { type HookSocket, listenForHooks } from './hook-socket.ts';

let folder: string;
let file: string;
let socket: HookSocket | undefined;
const received: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-socket-'));
  file = join(folder, 'hub.sock');
  received.length = 0;
});
afterEach(async () => {
  await socket?.close();
  rmSync(folder, { recursive: true });
});

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function call(
  method: string,
  path: string,
  body = '',
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: file, method, path }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body: read(text) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('accepts hooks unchanged, over a file that only its owner may open', async () => {
  writeFileSync(file, 'left behind by a killed hub');
  socket = await listenForHooks(file, async (raw) => {
    received.push(raw);
    return { reply: true };
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await call('POST', '/hooks', '{"a": "é"}')).toEqual({ status: 200, body: { reply: true } });
  expect(received).toEqual(['{"a": "é"}']);
});

test('opens nothing else', async () => {
  socket = await listenForHooks(file, async () => ({}));
  for (const [method, path] of [
    ['GET', '/hooks'],
    ['GET', '/api/sessions'],
    ['POST', '/api/hooks'],
  ] as const) {
    expect(await call(method, path)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
});

test('reports what is wrong with a hook, but no internal errors', async () => {
  const errors = [new ReinsError('invalid_request', 'No hook.'), new Error('secret')];
  socket = await listenForHooks(file, () => Promise.reject(errors.shift()));
  expect(await call('POST', '/hooks')).toMatchObject({
    status: 400,
    body: { error: { message: 'No hook.' } },
  });
  const inner = await call('POST', '/hooks');
  expect(inner.status).toBe(500);
  expect(JSON.stringify(inner.body)).not.toContain('secret');
});

test('refuses a folder that others can enter', async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o755);
  await expect(listenForHooks(join(shared, 'hub.sock'), async () => ({}))).rejects.toMatchObject({
    code: 'home_not_writable',
  });
});

test('returns a message as text to the caller, or nothing if there is none', async () => {
  const messages = ['Say "é"\n$HOME', undefined];
  const collect = async (raw: string) => {
    received.push(raw);
    return messages.shift();
  };
  socket = await listenForHooks(file, async () => ({}), collect);
  expect(await call('POST', '/relay', '{"a":1}')).toEqual({ status: 200, body: 'Say "é"\n$HOME' });
  expect(await call('POST', '/relay', '{"a":2}')).toEqual({ status: 204, body: '' });
  expect(received).toEqual(['{"a":1}', '{"a":2}']);
});

test('notices when a caller that waits for a message is gone', async () => {
  let gone: AbortSignal | undefined;
  const collect = (_raw: string, signal: AbortSignal) => {
    gone = signal;
    return new Promise<undefined>(() => {});
  };
  socket = await listenForHooks(file, async () => ({}), collect);
  const sent = request({ socketPath: file, method: 'POST', path: '/relay' }).on('error', () => {});
  sent.end('{}');
  await waitUntil('the call', () => gone);
  expect(gone?.aborted).toBe(false);
  sent.destroy();
  await waitUntil('the signal', () => gone?.aborted);
});

test('removes the mark of a slow hub as soon as it appears, not at the next check', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    socket = await listenForHooks(file, async () => ({}));
    writeFileSync(`${file}.slow`, '');
    await waitUntil('the mark to go', () => !existsSync(`${file}.slow`));
  } finally {
    vi.useRealTimers();
  }
});
