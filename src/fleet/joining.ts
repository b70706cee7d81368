/** Joins a fleet by an invitation, or with the login for a NATS server that others run; and leaves it again. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import { ReinsError } from '../protocol/errors.ts';
import { Calls } from './calls.ts';
import { connectNats } from './connect-nats.ts';
import type { FleetFiles } from './founding.ts';
import { decodeInvitation } from './invitation.ts';
import { type Membership, newHostId, readMembership, writeMembership } from './membership.ts';
import { sendNewKey } from './remote-requests.ts';

const RECONNECT_MS = 10_000;
const RETRY_MS = 250;

/** Joins by an invitation. Throws when NATS does not accept it. */
export async function joinByInvitation(files: FleetFiles, text: string, now: string): Promise<Membership> {
  refuseSecondFleet(files);
  const { ca, seed, ...about } = decodeInvitation(text);
  const caFile = join(files.folder, 'ca.pem');
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  if (ca) writeFileAtomically(caFile, ca, 0o600);
  const invited: Membership = {
    ...about,
    joined_at: now,
    login: { type: 'nkey', seed },
    is_invitation: true,
    ...(ca && { ca_file: caFile }),
  };
  const membership = await withOwnKey(invited);
  writeMembership(files.memberFile, membership);
  return membership;
}

export interface ServerLogin {
  readonly servers: readonly string[];
  readonly login: Membership['login'];
  readonly name: string;
  readonly caFile?: string | undefined;
}

/** Joins the hosts that share an account on an existing NATS server. */
export async function joinServer(
  files: FleetFiles,
  { servers, login, name, caFile }: ServerLogin,
  now: string,
): Promise<Membership> {
  refuseSecondFleet(files);
  const membership: Membership = {
    ...{
      fleet: new URL(servers[0] ?? '').hostname,
      host_id: newHostId(),
      name,
      servers: [...servers],
      login,
    },
    joined_at: now,
    ...(caFile && { ca_file: caFile }),
  };
  await (await connectNats(membership, { isOnce: true })).close();
  writeMembership(files.memberFile, membership);
  return membership;
}

/** Forgets the fleet and everything that came from it. */
export function leaveFleet(files: FleetFiles): void {
  for (const file of ['', '-wal', '-shm'].map((suffix) => files.copiesFile + suffix))
    rmSync(file, { force: true });
  for (const file of [files.memberFile, files.hostsFile, files.natsFile]) rmSync(file, { force: true });
}

/**
 * Replaces the key of the invitation, which others may have seen, by one that never leaves this host. While the founder is
 * offline the key of the invitation stays in use, and the hub tries again.
 */
export async function withOwnKey(membership: Membership): Promise<Membership> {
  const { founder, is_invitation: _, ...rest } = membership;
  const key = createUser();
  const seed = new TextDecoder().decode(key.getSeed());
  const renewed: Membership = { ...rest, founder, login: { type: 'nkey', seed } };
  const announce = async (login: Membership) => {
    const nats = await connectNats(login, { isOnce: true });
    try {
      if (founder) await sendNewKey(new Calls(nats, membership.host_id), founder, key.getPublicKey());
    } finally {
      await nats.close();
    }
  };
  try {
    await retryWhileOffline(() => announce(membership));
  } catch (error) {
    if (isOffline(error)) return membership;
    throw error;
  }
  await retryWhileOffline(() => announce(renewed));
  return renewed;
}

/** A server that reads its configuration again disconnects everyone for a moment. */
async function retryWhileOffline(call: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + RECONNECT_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function isOffline(error: unknown): boolean {
  return error instanceof ReinsError && error.code === 'host_offline';
}

function refuseSecondFleet({ memberFile }: FleetFiles): void {
  const present = readMembership(memberFile);
  if (!present) return;
  throw new ReinsError(
    'invalid_request',
    `This host is already in the fleet ${present.fleet}. To leave it, run "reins fleet leave".`,
  );
}
