import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { AuditReader } from '../../store/audit-reader.ts';
import { CopyStore } from '../../store/copies.ts';
import { NOON, OTHER, opened, SESSION, storeTest as test, text } from '../../store/store-fixture.ts';
import { BothAudits } from './both-audits.ts';
import { BothLogs } from './both-logs.ts';

const withdrawn = (id: string): Draft => ({
  type: 'interaction_closed',
  source: 'driver',
  at: NOON,
  key: `end of ${id}`,
  interaction_id: id,
  state: 'withdrawn',
});

test('sessions, requests and decisions keep their host, even if another host is called as this machine is', ({
  store,
}) => {
  const { log, reader, feed, folder, add } = store;
  const copies = new CopyStore(join(folder, 'copies.db'));
  onTestFinished(() => copies.close());
  add(text('mine'), opened('own request'), opened('own end'), withdrawn('own end'));
  log.append([
    {
      sessionId: OTHER,
      drafts: [text('theirs'), opened('their request'), opened('their end'), withdrawn('their end')],
    },
  ]);
  const events = reader
    .events({ after: 0, sessionId: OTHER, limit: 9 })
    .map(({ json }) => JSON.parse(json) as ReinsEvent);
  log.remove(OTHER);
  // In the fixture, the name of this machine is "desk"; in the fleet, that is another host.
  copies.append('other', { epoch: 'e', up_to: 9, events });
  const membership = { name: 'workstation', host_id: 'own' };
  const fleet = { copies, membership, onRestart: () => () => {} };
  const logs = new BothLogs({ epoch: log.epoch, host: log.host, reader, feed, fleet });

  const theirs = `other/${OTHER}`;
  const hosts = logs.sessions({ limit: 9 }).sessions.map(({ key, state }) => [key, state.host]);
  expect(Object.fromEntries(hosts)).toEqual({ [SESSION]: 'workstation', [theirs]: 'desk' });
  expect([logs.session(SESSION)?.host, logs.session(theirs)?.host]).toEqual(['workstation', 'desk']);
  const requests = [...logs.interactions('open'), ...logs.interactions('open', theirs)];
  expect(requests.map(({ id, host }) => [id, host])).toEqual([
    ['own request', 'workstation'],
    ['their request', 'desk'],
    ['their request', 'desk'],
  ]);
  expect(logs.interaction('their request')?.host).toBe('desk');

  const list = () => ({ items: [] });
  const own = new AuditReader(store.database);
  const audits = new BothAudits({ own, host: log.host, fleet: { copies, membership, list } as never });
  const { entries } = audits.page({ order: 'oldest first', limit: 9 });
  expect(Object.fromEntries(entries.map(({ interaction_id, host }) => [interaction_id, host]))).toEqual({
    'own end': 'workstation',
    'their end': 'desk',
  });
});
