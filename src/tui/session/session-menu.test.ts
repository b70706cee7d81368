import { expect, test, vi } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { SessionView } from '../../protocol/session.ts';
import type { ScreenContext } from '../screens/screen.ts';
import { type Menu, MenuPane } from './menu-pane.ts';
import { resume, sessionMenu } from './session-menu.ts';

test('resuming in an untrusted folder asks first', async () => {
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
  const context = {
    hub: { client, sessions: { put: vi.fn() } },
    report: vi.fn(),
    act: (work: () => Promise<void>) => {
      acting = work();
    },
  } as unknown as ScreenContext;
  resume(context, 'id', (menu) => void menus.push(menu));
  await acting;
  expect(menus).toMatchObject([{ title: 'Trust this folder?', warning: expect.stringContaining('/work') }]);
  const [no, yes] = menus[0]?.choices ?? [];
  no?.value();
  expect(bodies).toEqual([{}]);
  yes?.value();
  await acting;
  expect(bodies).toEqual([{}, { trust: true }]);
  expect(context.report).toHaveBeenCalledWith('Resumed');
});

function openMenu(view: Partial<SessionView>, maySteer = true) {
  const client = {
    stopSession: vi.fn(async () => ({ session_id: 'id' })),
    changeSession: vi.fn(async () => ({ session_id: 'id' })),
  };
  const context = {
    hub: { client, maySteer: () => maySteer, sessions: { put: vi.fn(), sessions: [] } },
    report: vi.fn(),
    act: (work: () => Promise<void>) => void work(),
  } as unknown as ScreenContext;
  const whole = { session_id: 'id', status: 'idle', capabilities: [], title: 'Old', ...view };
  const menu = sessionMenu(whole as unknown as SessionView, context, () => {});
  const choose = (label: string, from = menu) =>
    from.choices.find((one) => one.label.startsWith(label))?.value();
  return { client, menu, choose };
}

test('ends a session started outside of Reins after a warning, if its process is known', () => {
  const external = { driver: 'external', pid: 7 } as const;
  const { client, choose } = openMenu({ ...external, capabilities: ['takeover'] });
  const asked = choose('End this session');
  expect(asked).toMatchObject({
    title: 'End this session?',
    warning: expect.stringContaining('process (7)'),
  });
  expect(asked?.choices[0]?.label).toBe('No, keep it running');
  expect(client.stopSession).not.toHaveBeenCalled();
  choose('Yes', asked);
  expect(client.stopSession).toHaveBeenCalledWith('id');
  for (const menu of [
    openMenu(external).menu,
    openMenu({ ...external, capabilities: ['takeover'] }, false).menu,
  ])
    expect(menu.choices.map(({ label }) => label)).not.toContain('End this session');
});

test('a name and a model are typed in place of the menu', () => {
  const { client, choose } = openMenu({ driver: 'stream', capabilities: ['set_model'] });
  const rename = choose('Rename') as Menu;
  const pane = new MenuPane(rename, PLAIN);
  expect(pane.editor?.text).toBe('Old');
  for (const key of [{ name: 'ctrl-u' }, { name: 'enter' }, { name: 'alt-enter' }] as const)
    expect(pane.press(key)).toBe('none');
  pane.press({ name: 'text', text: 'New one' });
  expect(pane.lines(40, 5)).toEqual({
    lines: [expect.stringContaining('Name'), ' > New one'],
    cursor: { row: 1, column: 10 },
  });
  const taken = pane.press({ name: 'enter' });
  if (typeof taken === 'function') taken();
  expect(client.changeSession).toHaveBeenCalledWith('id', { name: 'New one' });
  const models = choose('Model:') as Menu;
  (choose('another', models) as Menu).field?.take('claude-x');
  expect(client.changeSession).toHaveBeenLastCalledWith('id', { model: 'claude-x' });
});
