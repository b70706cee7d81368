/** Hosts that found, join, watch, call and leave a fleet, over a real NATS server. */
import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../src/core/draft.ts';
import { connectNats } from '../../src/fleet/connect-nats.ts';
import { Fleet } from '../../src/fleet/fleet.ts';
import {
  type FleetFiles,
  fleetFilesIn,
  inviteHost,
  readFounding,
  removeHost,
  replaceKey,
} from '../../src/fleet/founding.ts';
import { decodeInvitation } from '../../src/fleet/invitation.ts';
import { joinByInvitation } from '../../src/fleet/joining.ts';
import type { Membership } from '../../src/fleet/membership.ts';
import { shareLog } from '../../src/fleet/shared-log.ts';
import type { Identity, Role } from '../../src/protocol/access.ts';
import { CopyStore } from '../../src/store/copies.ts';
import { copyKey } from '../../src/store/event-log.ts';
import { openLog } from '../../src/store/open-log.ts';
import { patienceMs } from '../../stage/patience.ts';
import { type NatsFixture, startNats } from './nats-fixture.ts';

const PHONE: Identity = { id: 'device:1', name: 'phone', role: 'operator' };
const now = () => new Date().toISOString();

let nats: NatsFixture;
const endings: (() => unknown)[] = [];
beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
  await nats.stop();
});

/** A host with a log of its own, and an API that repeats what it was asked. */
function openHost(files: FleetFiles, membership: Membership, { maxRole = 'operator' as Role } = {}) {
  mkdirSync(files.folder, { recursive: true });
  const opened = openLog({ folder: files.folder, host: `${membership.name}.local` });
  const copies = new CopyStore(files.copiesFile);
  let place: { epoch: string; position: number } | undefined;
  const fleet = new Fleet({
    membership,
    isFounder: membership.founder === membership.host_id,
    log: shareLog({ ...opened, name: membership.name, share: () => 'all' }),
    place: { read: () => place, write: (next) => (place = next) },
    copies,
    maxRole: () => maxRole,
    countSessions: () => 1,
    answerHttp: async ({ method, path }, body, by) =>
      Response.json({ method, path, body: body.toString(), by }, { status: 202 }),
    replaceKey: (host, key) => replaceKey(files, host, key, now()),
    output: {
      info: () => {},
      warn: (m, e) => process.env['DEBUG_FLEET'] && console.log(membership.name, m, e),
    },
  });
  const close = async () => {
    await fleet.close();
    copies.close();
    opened.close();
  };
  const write = (sessionId: string, cwd: string) =>
    opened.log.append([
      {
        sessionId,
        drafts: [
          {
            type: 'session_started',
            how: 'startup',
            source: 'hook',
            at: Date.now(),
            observed: { cwd },
          } as Draft,
        ],
      },
    ]);
  return { fleet, copies, write, close, id: membership.host_id };
}

const soon = <T>(look: () => T) => expect.poll(look, { timeout: patienceMs() });

test('from founding to being cut off', async () => {
  const home = openHost(nats.files, nats.founder);
  await soon(() => home.fleet.hosts().map(({ name, state }) => [name, state])).toEqual([['home', 'online']]);

  const { invitation } = inviteHost(nats.files, 'laptop', now());
  const files = fleetFilesIn(nats.newHome());
  const joined = await joinByInvitation(files, invitation, now());
  expect(joined).not.toHaveProperty('is_invitation');
  await soon(() => readFounding(nats.files)?.hosts.map(({ public_keys }) => public_keys.length)).toEqual([
    1, 1,
  ]);
  const { seed, ...about } = decodeInvitation(invitation);
  const withOldKey: Membership = { ...about, joined_at: '', login: { type: 'nkey', seed } };
  await soon(() =>
    connectNats(withOldKey, { isOnce: true }).then(
      () => 'accepted',
      () => 'refused',
    ),
  ).toBe('refused');

  home.write('at-home', '/home/me/a');
  const laptop = openHost(files, joined, { maxRole: 'approver' });
  laptop.write('on-laptop', '/home/me/b');
  await soon(() => laptop.copies.reader.session(copyKey(home.id, 'at-home'))?.host).toBe('home');
  await soon(() => home.copies.reader.session(copyKey(laptop.id, 'on-laptop'))?.host).toBe('laptop');
  home.write('later', '/home/me/c');
  await soon(() => laptop.copies.reader.hasSession(copyKey(home.id, 'later'))).toBe(true);

  const request = new Request('http://hub/api/sessions/on-laptop/message?x=1', {
    method: 'POST',
    body: '{"text":"hi"}',
  });
  const response = await home.fleet.forward(laptop.id, request, PHONE);
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({
    ...{ method: 'POST', path: '/api/sessions/on-laptop/message?x=1', body: '{"text":"hi"}' },
    by: { id: `fleet:${home.id}:device:1`, name: 'phone (home)', role: 'approver' },
  });

  removeHost(nats.files, 'laptop');
  await soon(() =>
    home.fleet.forward(laptop.id, new Request('http://hub/api/health'), PHONE).then(
      () => 'reached',
      ({ code }) => code,
    ),
  ).toBe('host_offline');
  await laptop.close();
  await home.close();
});

test('an empty NATS server and events missed meanwhile are made good by the owners', async () => {
  const { invitation } = inviteHost(nats.files, 'tower', now());
  const files = fleetFilesIn(nats.newHome());
  const founder = openHost(nats.files, nats.founder);
  const { seed, ...about } = decodeInvitation(invitation);
  const tower = openHost(files, { ...about, joined_at: '', login: { type: 'nkey', seed } });
  endings.push(tower.close, founder.close);
  founder.write('before', '/a');
  await soon(() => tower.copies.reader.hasSession(copyKey(founder.id, 'before'))).toBe(true);
  await nats.kill('SIGKILL');
  founder.write('meanwhile', '/a');
  rmSync(nats.files.storeFolder, { recursive: true });
  await nats.start();
  founder.write('after', '/a');
  await soon(() =>
    ['before', 'meanwhile', 'after'].map((id) => tower.copies.reader.hasSession(copyKey(founder.id, id))),
  ).toEqual([true, true, true]);
});
