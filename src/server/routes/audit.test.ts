import { expect } from 'vitest';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  START,
  serverTest,
} from '../../../test/running-server.ts';
import type { AuditEntry } from '../../protocol/audit.ts';
import { createClient } from '../../sdk/client.ts';

function decide(server: RunningServer, number: number, sessionId = SESSION) {
  const about = { sessionId, at: START + number * 1000 };
  server.append(
    'interaction_opened',
    {
      interaction_id: `i${number}`,
      kind: 'permission',
      input: { command: `c${number}` },
      suggestions: [],
      routes: [],
    },
    about,
  );
  const answer = {
    by: { type: 'device', name: 'phone', id: 'device:1' },
    at: new Date(about.at).toISOString(),
    route: 'hook',
    applied: 'confirmed',
    decision: 'deny',
    message: 'line one\u2028two',
  } as const;
  server.append('interaction_closed', { interaction_id: `i${number}`, state: 'answered', answer }, about);
}

const client = ({ url, tokens }: RunningServer) => createClient({ url, token: tokens.viewer });

serverTest('pages, newest first, that a viewer may read', async ({ server }) => {
  for (let number = 0; number < 5; number++) decide(server, number, number % 2 ? OTHER_SESSION : SESSION);
  const { items, next_cursor } = await client(server).audit({ limit: 2 });
  expect(items.map(({ interaction_id }) => interaction_id)).toEqual(['i4', 'i3']);
  expect(items[0]).toMatchObject({ by: { name: 'phone', id: 'device:1' }, decided: { decision: 'deny' } });
  const second = await client(server).audit({ limit: 9, cursor: next_cursor ?? '' });
  expect(second.items.map(({ interaction_id }) => interaction_id)).toEqual(['i2', 'i1', 'i0']);
  expect(second).not.toHaveProperty('next_cursor');
  const since = new Date(START + 2000).toISOString();
  expect((await client(server).audit({ session: SESSION, by: 'phone', since })).items).toHaveLength(2);
});

serverTest('everything as lines, oldest first', async ({ server }) => {
  for (let number = 0; number < 350; number++) decide(server, number);
  const seen: AuditEntry[] = [];
  for await (const entry of client(server).auditExport()) seen.push(entry);
  expect(seen.map(({ interaction_id }) => interaction_id)).toEqual(seen.map((_, index) => `i${index}`));
  expect(seen).toHaveLength(350);
  expect(seen[7]?.decided).toEqual({ decision: 'deny', message: 'line one\u2028two' });
  const asked = await server.call('/api/audit', { headers: { Accept: 'application/x-ndjson' } });
  expect(asked.headers.get('content-type')).toBe('application/x-ndjson');
  await asked.body?.cancel();
  for await (const entry of client(server).auditExport({ until: '2000-01-01T00:00:00.000Z' })) {
    expect(entry).toBeUndefined();
  }
});

serverTest('refuses roles that may not read it, and invalid queries', async ({ server }) => {
  expect((await server.call('/api/audit', { token: server.tokens.ingest })).status).toBe(403);
  for (const query of ['since=yesterday', 'limit=0', 'cursor=x', 'format=xml', 'session=x']) {
    expect((await server.call(`/api/audit?${query}`)).status, query).toBe(400);
  }
});
