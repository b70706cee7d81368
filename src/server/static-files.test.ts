import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { staticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'reins-page-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'assets'));
const script = 'console.log(1);'.repeat(100);
writeFileSync(join(folder, 'index.html'), '<title>Reins</title>');
writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
writeFileSync(join(folder, 'secret.pem'), 'secret');

const serve = staticFiles(folder);
const app = new Hono();
app.notFound((c) => serve(c) ?? c.text('no', 404));
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers });

test('hashed files are cached forever, and sent as small as the browser supports', async () => {
  const plain = await get('/assets/main-abc.js');
  expect(plain.headers.get('cache-control')).toContain('immutable');
  expect(await plain.text()).toBe(script);
  const packed = async (accepted: string) => {
    const answer = await get('/assets/main-abc.js', { 'accept-encoding': accepted });
    return [answer.headers.get('content-encoding'), Buffer.from(await answer.arrayBuffer())] as const;
  };
  const [br, brBody] = await packed('gzip, deflate, br');
  expect([br, brotliDecompressSync(brBody).toString()]).toEqual(['br', script]);
  const [gzip, gzipBody] = await packed('gzip');
  expect([gzip, gunzipSync(gzipBody).toString()]).toEqual(['gzip', script]);
  expect((await packed('identity'))[0]).toBeNull();
});

test('every address of the page returns the page, revalidated each time', async () => {
  const answer = await get('/sessions/abc');
  expect(await answer.text()).toContain('Reins');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const etag = answer.headers.get('etag') ?? '';
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
});

test('the page may run only its own scripts, and no other page may frame it', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
});

test('serves nothing else: not the API, other methods, or other files', async () => {
  for (const path of [
    '/api',
    '/api/nothing',
    '/missing.js',
    '/secret.pem',
    '/../package.json',
    '/%2e%2e/x.js',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
  expect((await get('/', {}, 'POST')).status).toBe(404);
});

test('serves nothing if the page was never built', async () => {
  const none = new Hono();
  const serveNone = staticFiles(join(folder, 'missing'));
  none.notFound((c) => serveNone(c) ?? c.text('no', 404));
  expect((await none.request('/')).status).toBe(404);
});
