/** Hosts that found, join, watch, call and leave a fleet, over a real NATS server. */
import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Draft } from '../../src/core/draft.ts';
import { inviteHost, removeHost } from '../../src/fleet/admission.ts';
import { Fleet } from '../../src/fleet/fleet.ts';
import { type FleetFiles, fleetFilesIn } from '../../src/fleet/fleet-files.ts';
import { founderDuties } from '../../src/fleet/founder-duties.ts';
import { readFounding } from '../../src/fleet/founding.ts';
import { joinByInvitation } from '../../src/fleet/joining.ts';
import type { Membership } from '../../src/fleet/membership.ts';
import { shareLog } from '../../src/fleet/shared-log.ts';
import { Presence } from '../../src/hub/access/presence.ts';
import { LiveText } from '../../src/hub/intake/live-text.ts';
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
    log: shareLog({ ...opened, name: membership.name, share: () => 'all' }),
    place: { read: () => place, write: (next) => (place = next) },
    copies,
    maxRole: () => maxRole,
    countSessions: () => 1,
    presence: new Presence(),
    live: new LiveText(opened.log, opened.reader),
    isShared: () => true,
    openTerminal: () => undefined,
    onPromptRefused: () => {},
    answerHttp: async ({ method, path }, body, by) =>
      Response.json({ method, path, body: body.toString(), by }, { status: 202 }),
    founder: membership.founder === membership.host_id ? founderDuties(files, now) : undefined,
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

  const { invitation } = inviteHost(nats.files, { name: 'laptop', now: now() });
  const files = fleetFilesIn(nats.newHome());
  const { membership: joined } = await joinByInvitation(files, invitation, now());
  expect(readFounding(nats.files)?.hosts.map((host) => [host.public_keys.length, host.invitation])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
  const again = joinByInvitation(fleetFilesIn(nats.newHome()), invitation, now());
  await expect(again).rejects.toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining('was used'),
  });

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
    by: { id: `fleet:${home.id}:device:1`, name: 'phone (home)', role: 'approver', front: 'home' },
  });

  removeHost(nats.files, 'laptop', now());
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
  const founder = openHost(nats.files, nats.founder);
  const tower = openHost(fleetFilesIn(nats.newHome()), nats.admit('tower'));
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
