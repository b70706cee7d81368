import { expect, test } from 'vitest';
import { answers, openScriptedHub } from '../../test/scripted-hub.ts';
import { createClient } from '../sdk/client.ts';
import { findSession } from './find-session.ts';

const ids = ['aa000000-0000-4000-8000-000000000001', 'aab00000-0000-4000-8000-000000000002'];
const page = (some: string[], next_cursor?: string) =>
  answers({
    items: some.map((session_id) => ({ session_id, title: 't' })),
    ...(next_cursor && { next_cursor }),
  });

async function find(meant: string, hubIds = ids) {
  const pages = hubIds.map((id, index) => page([id], index === hubIds.length - 1 ? undefined : `1.${index}`));
  await using hub = await openScriptedHub({ 'GET /api/sessions': pages.length > 0 ? pages : [page([])] });
  return await findSession(createClient({ url: hub.url }), meant);
}

test('finds it by the start of its id, on any page', async () => {
  expect(await find('AAB')).toBe(ids[1]);
});

test('finds the last one, and a whole id without a request', async () => {
  expect(await find('last')).toBe(ids[0]);
  expect(await find('FF000000-0000-4000-8000-000000000001')).toBe('ff000000-0000-4000-8000-000000000001');
});

test('finds it by title, preferring a live session', async () => {
  const [first, second] = ids;
  const sessions = (status: string) => [
    { session_id: first, title: 'Fix the flaky test', status: 'ended' },
    { session_id: second, title: 'fix the flaky TEST', status },
  ];
  const findIn = async (items: unknown[], meant: string) => {
    await using hub = await openScriptedHub({ 'GET /api/sessions': [answers({ items })] });
    return await findSession(createClient({ url: hub.url }), meant);
  };
  expect(await findIn(sessions('idle'), 'Fix the flaky test')).toBe(second);
  await expect(findIn(sessions('ended'), 'Fix the flaky test')).rejects.toThrow('matches 2 sessions');
  await expect(findIn(sessions('idle'), 'Fix the')).rejects.toMatchObject({ code: 'session_not_found' });
});

test('explains what to do if none or several match', async () => {
  await expect(find('ff')).rejects.toThrow('reins ls --all');
  await expect(find('11111111-1111-1111-1111-111111111111')).rejects.toThrow('reins ls --all');
  await expect(find('')).rejects.toThrow('Name a session');
  await expect(find('last', [])).rejects.toMatchObject({ code: 'session_not_found' });
  await expect(find('aa')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(String(ids[1])),
  });
});

test('finds it on a named host, and names the hosts if several have it', async () => {
  const items = ['home', 'laptop'].map((host) => ({ session_id: ids[0], title: 't', host }));
  await using hub = await openScriptedHub({
    'GET /api/sessions': [answers({ items: items.slice(1) }), answers({ items: [] }), answers({ items })],
  });
  const client = createClient({ url: hub.url });
  expect(await findSession(client, `${ids[0]}@laptop`)).toBe(`${ids[0]}@laptop`);
  expect(await findSession(client, 'AA@laptop')).toBe(`${ids[0]}@laptop`);
  await expect(findSession(client, 'aa@home')).rejects.toThrow('reins ls --host home --all');
  await expect(findSession(client, 'aa')).rejects.toThrow(
    `add the host:\n  ${ids[0]}@home  t\n  ${ids[0]}@laptop  t`,
  );
});
