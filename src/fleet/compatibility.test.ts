/** Messages of a future version: fields that this one does not know are ignored, requests that it does not know are refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CopyStore } from '../store/copies.ts';
import { copyKey } from '../store/event-log.ts';
import { findFleetProblems } from './fleet-problems.ts';
import { parseHeartbeat } from './heartbeat.ts';
import { isOlderVersion } from './host-versions.ts';
import type { FleetInspection } from './inspect-fleet.ts';
import { decodeInvitation, encodeInvitation, type Invitation } from './invitation.ts';
import { parsePage } from './log-page.ts';
import { membershipSchema } from './membership.ts';
import { readRequest } from './remote-requests.ts';

const FUTURE = { since_version_1_9: { anything: true } };
const ID = 'abcdefghij';
const heartbeat = {
  ...{ host_id: ID, name: 'laptop', version: '1.9.0', epoch: 'e', position: 3, max_role: 'operator' },
  ...{ sessions: 1, started_at: '2026-11-17T10:00:00Z' },
};
const request = (head: object) => Buffer.from(`${JSON.stringify(head)}\n{"text":"hi"}`);

test('a request with unknown fields is answered without them', () => {
  const head = { verb: 'page', epoch: 'e', after: 3 };
  expect(readRequest(request({ ...head, ...FUTURE }))).toMatchObject({
    head,
    body: Buffer.from('{"text":"hi"}'),
  });
  expect(readRequest(request({ ...head, ...FUTURE })).head).not.toHaveProperty('since_version_1_9');
});

test.for([
  { verb: 'teleport' },
  { verb: 'http', method: 'GET', path: '/api/x', headers: {}, by: { id: '1', name: 'n', role: 'emperor' } },
  { verb: 'http', method: 'GET', path: '/other/x', headers: {}, by: { id: '1', name: 'n', role: 'viewer' } },
])('an unknown request is refused, with a remedy: %j', (head) => {
  expect(() => readRequest(request(head))).toThrow(
    expect.objectContaining({ code: 'host_refused', message: expect.stringContaining('Update Reins') }),
  );
});

test('events of unknown types are copied, and the rest of the session stays readable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-compat-'));
  const copies = new CopyStore(join(folder, 'copies.db'));
  onTestFinished(() => {
    copies.close();
    rmSync(folder, { recursive: true });
  });
  const common = {
    session_id: 's',
    host: 'laptop',
    at: '2026-11-17T10:00:00.000Z',
    source: 'hook',
    ...FUTURE,
  };
  const page = parsePage(
    JSON.stringify({
      ...{ epoch: 'e', after: 0, up_to: 3, ...FUTURE },
      events: [
        {
          ...common,
          seq: 1,
          type: 'session_started',
          how: 'startup',
          observed: { cwd: '/home/me', ...FUTURE },
        },
        { ...common, seq: 2, type: 'hologram_shown', hologram: 'cat' },
        { ...common, seq: 3, type: 'assistant_text', text: 'Done.', item: 'text:1', position: 1 },
      ],
    }),
  );
  if (!page) throw new Error('The page was not read.');
  copies.append(ID, page);
  expect(copies.place(ID)).toEqual({ epoch: 'e', position: 3 });
  expect(copies.reader.session(copyKey(ID, 's'))).toMatchObject({ host: 'laptop' });
  const { items } = copies.reader.items({ sessionId: copyKey(ID, 's'), limit: 9, maxBytes: 9999 });
  expect(items).toMatchObject([{ text: 'Done.' }]);
});

test('a heartbeat with unknown fields or an unknown role is understood; one of another host is not', () => {
  expect(parseHeartbeat(ID, { ...heartbeat, ...FUTURE })).toMatchObject(heartbeat);
  expect(parseHeartbeat(ID, { ...heartbeat, max_role: 'emperor' })).toMatchObject({ max_role: 'viewer' });
  expect(parseHeartbeat('bbbbbbbbbb', heartbeat)).toBeUndefined();
  expect(parseHeartbeat(ID, { version: 4 })).toBeUndefined();
});

test('an invitation and a membership with unknown fields are read', () => {
  const invitation: Invitation = {
    ...{ fleet: 'f', host_id: ID, name: 'n', servers: ['nats://x'], seed: 's', founder: ID },
    expires_at: '2026-11-18T10:00:00Z',
  };
  expect(decodeInvitation(` ${encodeInvitation({ ...invitation, ...FUTURE })}\n`)).toEqual(invitation);
  const { seed, expires_at, ...about } = invitation;
  const member = { ...about, login: { type: 'nkey', seed }, joined_at: expires_at, ...FUTURE };
  expect(membershipSchema.parse(member)).not.toHaveProperty('since_version_1_9');
});

test('versions are compared by their numbers', () => {
  expect(isOlderVersion('0.9.0', '0.10.0')).toBe(true);
  expect(isOlderVersion('1.0.0', '0.10.0')).toBe(false);
  expect(isOlderVersion('1.0.0-beta', '1.0.0')).toBe(false);
});

test('problems name hosts that are behind, clocks that differ, equal names, missing streams and open permissions', () => {
  const at = '2026-11-17T10:00:00Z';
  const sent = (name: string, version: string, sent_at: string) => ({
    ...{ ...heartbeat, name, version, sent_at, received_at: at, max_role: 'operator' as const },
  });
  const inspection: FleetInspection = {
    server: { version: '2.9.10', address: 'x:4222', rtt_ms: 1, max_payload: 1024 },
    streams: [],
    missing_streams: ['REINS_EVENTS'],
    heartbeats: [sent('a', '1.0.0', at), sent('b', '1.2.0', '2026-11-17T10:02:00Z'), sent('b', '1.2.0', at)],
    is_separated: false,
  };
  const member = membershipSchema.parse({
    ...{
      fleet: 'f',
      host_id: ID,
      name: 'a',
      servers: ['x'],
      login: { type: 'none' },
      joined_at: at,
      founder: ID,
    },
  });
  expect(findFleetProblems(member, inspection).map(({ message }) => message)).toEqual([
    'NATS has no REINS_EVENTS',
    'NATS accepts messages of at most 1024 bytes',
    'NATS lets this host act as other hosts',
    'the clock of b is 120 s ahead of the NATS clock',
    'behind version 1.2.0: a (1.0.0)',
    'two hosts are called b',
  ]);
});
