import { expect, test, vi } from 'vitest';
import manifest from '../../package.json';
import { createApp } from './app.ts';

test('health needs no token and tells the version', async () => {
  const response = await createApp().request('/api/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', version: manifest.version });
});

test('an unknown path gets a stable code', async () => {
  const response = await createApp().request('/nowhere');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});

test('an unexpected error does not leak its text', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const app = createApp();
  app.get('/api/broken', () => {
    throw new Error('the secret cause');
  });
  const response = await app.request('/api/broken');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
