import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admitHost, checkInvitation, inviteHost, removeHost, replaceKey } from './admission.ts';
import { type FleetFiles, fleetFilesIn } from './fleet-files.ts';
import { foundFleet, moveServer, readFounding } from './founding.ts';
import { decodeInvitation } from './invitation.ts';
import { leaveFleet } from './joining.ts';
import { readMembership } from './membership.ts';

const NOW = '2026-11-17T10:00:00.000Z';
const NEXT_DAY = '2026-11-18T10:00:00.000Z';
let home: string;
let files: FleetFiles;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reins-admission-'));
  files = fleetFilesIn(home);
  const server = { listen: '0.0.0.0:4222', url: 'nats://10.0.0.1:4222' };
  foundFleet(files, { fleet: 'lab', name: 'home', ...server, now: NOW });
});
afterEach(() => rmSync(home, { recursive: true }));

const hosts = () => readFounding(files)?.hosts ?? [];
const config = () => readFileSync(files.natsFile, 'utf8');
const userOf = (comment: string) =>
  config()
    .split('# ')
    .find((text) => text.startsWith(comment)) ?? '';

test('founding writes files that only the owner can read, and refuses a second fleet', () => {
  for (const file of [files.memberFile, files.hostsFile, files.natsFile])
    expect(statSync(file).mode & 0o777).toBe(0o600);
  // The founder is on the machine of the server.
  expect(readMembership(files.memberFile)?.servers).toEqual(['nats://127.0.0.1:4222']);
  const again = { fleet: 'other', name: 'x', listen: 'x:1', url: 'nats://x', now: NOW };
  expect(() => foundFleet(files, again)).toThrow('already in the fleet "lab" as "home"');
});

test('an invitation may do nothing but join, and only until it is used', () => {
  const { invitation, host, expiresAt, reload } = inviteHost(files, {
    name: 'laptop',
    maxRole: 'viewer',
    now: NOW,
  });
  expect([expiresAt, reload]).toEqual([NEXT_DAY, 'not_running']);
  expect(decodeInvitation(invitation)).toMatchObject({
    ...{ name: 'laptop', max_role: 'viewer', founder: hosts()[0]?.id, servers: ['nats://10.0.0.1:4222'] },
  });
  const founder = hosts()[0]?.id;
  expect(userOf('invitation for laptop')).toContain(
    `publish: { allow: ["reins.join.${founder}.${host.id}"] }`,
  );
  checkInvitation(files, host.id, NOW);
  admitHost(files, host.id, 'UKEY', NOW);
  expect(userOf('invitation for laptop')).toBe('');
  expect(userOf('laptop')).toContain(`"reins.ev.${host.id}"`);
  expect(() => checkInvitation(files, host.id, NOW)).toThrow('already used');
});

test('an invitation that has expired is refused, and dropped with the next change', () => {
  const { host } = inviteHost(files, { name: 'laptop', now: NOW });
  expect(() => checkInvitation(files, host.id, NEXT_DAY)).toThrow('has expired');
  inviteHost(files, { name: 'tower', now: NEXT_DAY });
  expect(hosts().map(({ name }) => name)).toEqual(['home', 'tower']);
});

test('a name is used once; inviting again replaces an open invitation, and with --replace a member', () => {
  const first = inviteHost(files, { name: 'laptop', now: NOW });
  const second = inviteHost(files, { name: 'laptop', now: NOW });
  expect(second.host.id).toBe(first.host.id);
  expect(config()).not.toContain(first.host.invitation?.public_key);
  admitHost(files, second.host.id, 'UKEY', NOW);
  expect(() => inviteHost(files, { name: 'laptop', now: NOW })).toThrow('--replace');
  inviteHost(files, { name: 'laptop', isReplacement: true, now: NOW });
  expect(config()).not.toContain('UKEY');
  expect(() => inviteHost(files, { name: 'home', isReplacement: true, now: NOW })).toThrow(
    'reins fleet rotate',
  );
  expect(() => inviteHost(files, { name: 'a b', now: NOW })).toThrow('must be 1 to 63');
});

test('a key is replaced in two steps, so that a host that stops in between can still log in', () => {
  const { host } = inviteHost(files, { name: 'laptop', now: NOW });
  admitHost(files, host.id, 'UOLD', NOW);
  replaceKey(files, host.id, 'UNEW', NOW);
  expect(hosts()[1]?.public_keys).toEqual(['UOLD', 'UNEW']);
  replaceKey(files, host.id, 'UNEW', NOW);
  expect(hosts()[1]?.public_keys).toEqual(['UNEW']);
});

test('a removed host has no user any more; the founder cannot be removed', () => {
  const { host } = inviteHost(files, { name: 'laptop', now: NOW });
  admitHost(files, host.id, 'UKEY', NOW);
  expect(removeHost(files, 'laptop', NOW).host.id).toBe(host.id);
  expect(config()).not.toContain('UKEY');
  expect(() => removeHost(files, 'laptop', NOW)).toThrow('There is no host laptop');
  expect(() => removeHost(files, 'home', NOW)).toThrow('The founder cannot be removed');
});

test('moving the server keeps hosts and keys', () => {
  inviteHost(files, { name: 'laptop', now: NOW });
  const before = hosts();
  const tls = { cert_file: '/c.pem', key_file: '/k.pem', ca_file: '/ca.pem' };
  moveServer(files, { listen: '0.0.0.0:4333', url: 'tls://hub.example:4333', tls }, NOW);
  expect(hosts()).toEqual(before);
  expect(config()).toContain('cert_file: "/c.pem"');
  expect(readMembership(files.memberFile)).toMatchObject({
    servers: ['tls://hub.example:4333'],
    ca_file: '/ca.pem',
  });
});

test('leaving deletes everything about the fleet', () => {
  leaveFleet(files);
  expect([files.memberFile, files.hostsFile, files.natsFile].filter(existsSync)).toEqual([]);
  expect(() => inviteHost(files, { name: 'x', now: NOW })).toThrow('not in a fleet');
});
