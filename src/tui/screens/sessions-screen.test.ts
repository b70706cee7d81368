import { expect, test } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { SessionList } from '../../sdk/session-list.ts';
import type { Place, ScreenContext } from './screen.ts';
import { SessionsScreen } from './sessions-screen.ts';

test('opens either of two sessions that have the same id on two hosts', async () => {
  const own = {
    ...{ session_id: 's', host: 'home', title: 'shared', cwd: '/work', status: 'idle', seq: 1 },
    last_activity_at: '2026-01-01T00:00:00.000Z',
  } as Session;
  const copy = { ...own, host: 'laptop', host_state: { state: 'online' } } as Session;
  const list = async () => ({ items: [own, copy], last_event_id: '' });
  const sessions = new SessionList({ list: list as unknown as Client['list'] });
  await sessions.load();
  const opened: Place[] = [];
  const hub = { sessions, hosts: { nameOf: ({ host }: Session) => host } };
  const screen = new SessionsScreen({
    ...{ hub, style: PLAIN, now: () => 0 },
    go: (place: Place) => opened.push(place),
  } as unknown as ScreenContext);
  const { lines } = screen.frame({ width: 80, height: 10 });
  expect(lines.filter((line) => line.includes('shared'))).toHaveLength(2);
  screen.press({ name: 'enter' });
  screen.press({ name: 'down' });
  screen.press({ name: 'enter' });
  screen.press({ name: 'up' });
  screen.press({ name: 'enter' });
  expect(opened).toEqual(['s@home', 's@laptop', 's@home'].map((id) => ({ name: 'session', id })));
});
