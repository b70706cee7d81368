import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { serverTest as test } from '../../../test/running-server.ts';
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts';

test('shows settings with their defaults, changes, keeps and resets them', async ({ server }) => {
  const patch = async (body: object) =>
    (await server.call('/api/settings', { method: 'PATCH', body })).json() as Promise<object>;
  const file = () => JSON.parse(readFileSync(join(server.folder, 'config.json'), 'utf8')) as object;
  expect(await (await server.call('/api/settings')).json()).toEqual(DEFAULT_SETTINGS);
  expect(await patch({ port: 5000, default_driver: 'tmux' })).toEqual({
    ...DEFAULT_SETTINGS,
    port: 5000,
    default_driver: 'tmux',
  });
  expect(file()).toEqual({ port: 5000, default_driver: 'tmux' });
  expect(await patch({ port: null })).toMatchObject({ port: DEFAULT_SETTINGS.port, default_driver: 'tmux' });
  expect(file()).toEqual({ default_driver: 'tmux' });
});
