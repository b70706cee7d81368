/** Joins a fleet by an invitation, or with the login for a NATS server that others run; replaces this host's key; leaves. */

import { mkdirSync, rmSync } from 'node:fs';
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import { ReinsError } from '../protocol/errors.ts';
import { replaceKey } from './admission.ts';
import { Calls } from './calls.ts';
import { connectNats, type NatsAccess } from './connect-nats.ts';
import { connectSoon } from './connect-soon.ts';
import type { FleetFiles } from './fleet-files.ts';
import { isExpired, refuseSecondFleet } from './founding.ts';
import { decodeInvitation, type Invitation } from './invitation.ts';
import { requestJoin, whileAbsent } from './join-requests.ts';
import { type Membership, newHostId, writeMembership } from './membership.ts';
import { toNatsProblem } from './nats-errors.ts';
import { openHosts, prepareStreams, readHeartbeats } from './prepare-streams.ts';
import { sendLeave, sendNewKey } from './remote-requests.ts';
import { joinInboxOf } from './subjects.ts';

/** An invitation was made some time ago: NATS should know it. */
const INVITED_MS = 1000;

/** Joins by an invitation, which the founder replaces with a key that never leaves this host. */
export async function joinByInvitation(
  files: FleetFiles,
  text: string,
  now: string,
): Promise<{ membership: Membership; invitation: Invitation }> {
  const invitation = decodeInvitation(text);
  const { ca, host_id, name, fleet, servers, founder } = invitation;
  refuseSecondFleet(files, founder);
  if (isExpired(invitation, now))
    throw new ReinsError(
      'invalid_request',
      `This invitation expired at ${invitation.expires_at}. Create another one with "reins fleet invite ${name}" on the host that founded the fleet.`,
    );
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  if (ca) writeFileAtomically(files.caFile, ca, 0o600);
  const key = createUser();
  const about = { fleet, host_id, name, servers, ...(ca && { ca_file: files.caFile }) };
  await announce({ ...about, login: { type: 'nkey', seed: invitation.seed } }, { founder, name, key });
  const membership: Membership = { ...about, joined_at: now, founder, login: loginOf(key) };
  await (
    await connectSoon(
      membership,
      "NATS does not recognize this host's new key. Run this command again; if the invitation was used, create another one.",
    )
  ).close();
  writeMembership(files.memberFile, membership);
  return { membership, invitation };
}

async function announce(
  access: NatsAccess,
  { founder, name, key }: { founder: string; name: string; key: KeyPair },
): Promise<void> {
  const nats = await connectSoon(
    access,
    `The invitation was used, replaced or withdrawn, or has expired. Create another one with "reins fleet invite ${name}" on the host that founded the fleet.`,
    { inbox: joinInboxOf(access.host_id), refusedMs: INVITED_MS },
  );
  try {
    await requestJoin(nats, { founder, host: access.host_id, publicKey: key.getPublicKey() });
  } catch (error) {
    // The reply may be lost while NATS reloads its users: the next login shows whether the key was accepted.
    if (error instanceof ReinsError) throw error;
  } finally {
    await nats.close();
  }
}

export interface ServerLogin {
  readonly servers: readonly string[];
  readonly login: Membership['login'];
  /** Of this host. */
  readonly name: string;
  readonly fleet: string;
  readonly caFile?: string | undefined;
  /** The JetStream domain, if the server is a leaf node. */
  readonly domain?: string | undefined;
}

/** Joins the hosts that share an account on an existing NATS server. Creates the streams if they are missing. */
export async function joinServer(
  files: FleetFiles,
  { servers, login, name, fleet, caFile, domain }: ServerLogin,
  now: string,
): Promise<Membership> {
  refuseSecondFleet(files);
  const membership: Membership = {
    ...{ fleet, host_id: newHostId(), name, servers: [...servers], login, joined_at: now },
    ...(caFile && { ca_file: caFile }),
    ...(domain && { domain }),
  };
  const nats = await connectNats(membership, { isOnce: true }).catch((error) => {
    throw toNatsProblem(error, servers, 'Check the credentials that you passed.');
  });
  try {
    await prepareStreams(nats);
    const namesake = (await readHeartbeats(nats)).find((heartbeat) => heartbeat.name === name);
    if (namesake)
      throw new ReinsError(
        'invalid_request',
        `There is already a host ${name} in the fleet. Choose another name with --name. If that entry is this machine, from before it left, run "reins fleet remove ${name}" on another host first.`,
      );
  } finally {
    await nats.close();
  }
  writeMembership(files.memberFile, membership);
  return membership;
}

/** Replaces this host's key. Throws on servers that others run, and while the founder is offline. */
export async function rotateKey(files: FleetFiles, membership: Membership, now: string): Promise<Membership> {
  const { founder, host_id, login, servers } = membership;
  if (!founder || login.type !== 'nkey')
    throw new ReinsError(
      'invalid_request',
      `The login for ${servers.join(', ')} belongs to the operator of that server. Get a new one there, then run "reins fleet leave" and "reins fleet join" again.`,
    );
  const key = createUser();
  const renewed = { ...membership, login: loginOf(key) };
  const send = async (access: Membership) => {
    if (founder === host_id) return void replaceKey(files, host_id, key.getPublicKey(), now);
    const nats = await connectSoon(access, "The founder no longer recognizes this host's key.");
    try {
      await sendNewKey(new Calls(nats, host_id), founder, key.getPublicKey());
    } finally {
      await nats.close();
    }
  };
  // Both keys work until the new one is stored here and has been used once.
  await send(membership);
  writeMembership(files.memberFile, renewed);
  await whileAbsent(() => send(renewed));
  return renewed;
}

/** Has the entry of this host removed, and its key by the founder. Throws if they cannot be reached. */
export async function announceLeave({ founder, ...access }: Membership): Promise<void> {
  const nats = await connectNats(access, { isOnce: true });
  try {
    if (founder) await sendLeave(new Calls(nats, access.host_id), founder);
    else await (await openHosts(nats)).delete(access.host_id);
  } finally {
    await nats.close();
  }
}

/** Deletes everything about the fleet on this host. */
export function leaveFleet(files: FleetFiles): void {
  const copies = ['', '-wal', '-shm'].map((suffix) => files.copiesFile + suffix);
  const { memberFile, hostsFile, natsFile, caFile } = files;
  for (const file of [...copies, memberFile, hostsFile, natsFile, caFile]) rmSync(file, { force: true });
}

function loginOf(key: KeyPair): Membership['login'] {
  return { type: 'nkey', seed: new TextDecoder().decode(key.getSeed()) };
}
