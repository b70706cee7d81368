import { expect, test, vi } from 'vitest';
import { ReinsError } from '../../protocol/errors.ts';
import type { Desk } from '../screens/screen.ts';
import type { Menu } from './menu-pane.ts';
import { resume } from './session-menu.ts';

test('resuming in a folder that nobody has trusted asks first', async () => {
  const bodies: unknown[] = [];
  const client = {
    resume: async (_id: string, body: { trust?: true }) => {
      bodies.push(body);
      if (!body.trust) throw new ReinsError('folder_not_trusted', 'No.', { folder: '/work' });
      return { session_id: 'id' };
    },
  };
  const menus: Menu[] = [];
  let acting: Promise<void> = Promise.resolve();
  const desk = {
    hub: { client, sessions: { put: vi.fn() } },
    tell: vi.fn(),
    act: (work: () => Promise<void>) => {
      acting = work();
    },
  } as unknown as Desk;
  resume(desk, 'id', (menu) => void menus.push(menu));
  await acting;
  expect(menus).toMatchObject([{ title: 'Trust this folder?', warning: expect.stringContaining('/work') }]);
  const [no, yes] = menus[0]?.choices ?? [];
  no?.value();
  expect(bodies).toEqual([{}]);
  yes?.value();
  await acting;
  expect(bodies).toEqual([{}, { trust: true }]);
  expect(desk.tell).toHaveBeenCalledWith('Resumed');
});
