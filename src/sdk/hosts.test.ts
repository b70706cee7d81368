import { expect, test } from 'vitest';
import type { Host, HostList } from '../protocol/fleet.ts';
import { Hosts } from './hosts.ts';

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:01:00.000Z';

const here: Host = {
  ...{ host_id: 'a', name: 'desk', hostname: 'desk.local', is_self: true, state: 'online', version: '1.0.0' },
  ...{ started_at: at, last_seen_at: at, sessions: 1, open_interactions: 0, max_role: 'operator' },
  ...{ lag_events: 0, is_behind_version: false },
};
const { hostname: _, ...elsewhere } = here;
const laptop: Host = {
  ...elsewhere,
  host_id: 'b',
  name: 'laptop',
  is_self: false,
  state: 'offline',
  last_seen_at: later,
};

async function loaded(...items: Host[]): Promise<Hosts> {
  const list: HostList = { items };
  const hosts = new Hosts({ fleet: { hosts: async () => list } as never });
  await hosts.load();
  return hosts;
}

test('a single host needs no name', async () => {
  const hosts = await loaded(here);
  expect(hosts.nameOf({ host: 'desk.local' })).toBeUndefined();
  // Forwarded hooks name the machine they come from.
  expect(hosts.nameOf({ host: 'build-7' })).toBe('build-7');
});

test('in a fleet every session has the name of its host', async () => {
  const hosts = await loaded(here, laptop);
  expect(hosts.nameOf({ host: 'desk.local' })).toBe('desk');
  expect(hosts.nameOf({ host: 'laptop', host_state: { state: 'online', last_seen_at: at } })).toBe('laptop');
});

test('the state of a host is the newest known one', async () => {
  const hosts = await loaded(here, laptop);
  const host_state = { state: 'online' as const, last_seen_at: at };
  expect(hosts.stateOf({ host: 'laptop', host_state })).toEqual({ state: 'offline', last_seen_at: later });
  expect(hosts.stateOf({ host: 'gone', host_state })).toEqual(host_state);
  expect(hosts.stateOf({ host: 'desk.local' })).toBeUndefined();
});

test('hosts stay as they are while the hub does not respond', async () => {
  let isThere = true;
  const call = async () => {
    if (!isThere) throw new Error('gone');
    return { items: [here, laptop] };
  };
  const hosts = new Hosts({ fleet: { hosts: call } as never });
  await hosts.load();
  isThere = false;
  await hosts.load();
  expect(hosts.all).toHaveLength(2);
});
