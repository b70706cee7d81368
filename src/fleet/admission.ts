/** Who is in the fleet, as its founder decides: invites hosts, admits those with an invitation, replaces keys, removes hosts. */
import { readFileSync } from 'node:fs';
import { createUser } from '@nats-io/nkeys';
import type { Role } from '../protocol/access.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { FleetFiles } from './fleet-files.ts';
import {
  type FoundedHost,
  isExpired,
  readFounding,
  requireFounding,
  type ServerReload,
  saveFounding,
} from './founding.ts';
import { encodeInvitation } from './invitation.ts';
import { hostNameSchema, newHostId } from './membership.ts';

const DAY_MS = 86_400_000;

export interface InviteOptions {
  readonly name: string;
  /** The highest role of other hosts on the new one. */
  readonly maxRole?: Exclude<Role, 'ingest'> | undefined;
  /** The host with this name joins again; its current key stops working now. */
  readonly isReplacement?: boolean | undefined;
  readonly now: string;
}

export interface Invited {
  readonly invitation: string;
  readonly expiresAt: string;
  readonly host: FoundedHost;
  readonly reload: ServerReload;
}

/** Adds a host and returns its invitation. An unused invitation for the same name is replaced. */
export function inviteHost(files: FleetFiles, { name, maxRole, isReplacement, now }: InviteOptions): Invited {
  const founding = requireFounding(files);
  const parsed = hostNameSchema.safeParse(name);
  if (!parsed.success)
    throw new ReinsError('invalid_request', `A host name ${parsed.error.issues[0]?.message}.`);
  const [founder] = founding.hosts;
  const known = founding.hosts.find((host) => host.name === name);
  if (known && known === founder)
    throw new ReinsError(
      'invalid_request',
      `${name} is this host. To replace its key, run "reins fleet rotate".`,
    );
  if (known?.joined_at !== undefined && !isReplacement)
    throw new ReinsError(
      'invalid_request',
      `${name} is already in the fleet. Choose another name. If ${name} itself must join again, use "reins fleet invite ${name} --replace": its current key stops working.`,
    );
  const key = createUser();
  const expiresAt = new Date(Date.parse(now) + DAY_MS).toISOString();
  const host: FoundedHost = {
    id: known?.id ?? newHostId(),
    name,
    public_keys: [],
    invitation: { public_key: key.getPublicKey(), expires_at: expiresAt },
    ...(known?.joined_at !== undefined && { joined_at: known.joined_at }),
  };
  const hosts = known ? founding.hosts.map((one) => (one === known ? host : one)) : [...founding.hosts, host];
  const reload = saveFounding(files, { ...founding, hosts }, now);
  const { ca_file } = founding.tls ?? {};
  const invitation = encodeInvitation({
    ...{ fleet: founding.fleet, host_id: host.id, name, servers: [founding.url] },
    seed: new TextDecoder().decode(key.getSeed()),
    founder: founder?.id ?? '',
    expires_at: expiresAt,
    ...(maxRole && { max_role: maxRole }),
    ...(ca_file && { ca: readFileSync(ca_file, 'utf8') }),
  });
  return { invitation, expiresAt, host, reload };
}

/** Throws `host_refused` if the invitation was used, replaced or withdrawn, or has expired. */
export function checkInvitation(files: FleetFiles, hostId: string, now: string): void {
  const { invitation } = readFounding(files)?.hosts.find(({ id }) => id === hostId) ?? {};
  if (!invitation)
    throw new ReinsError(
      'host_refused',
      'The invitation was already used. Create another one for this host.',
    );
  if (isExpired(invitation, now))
    throw new ReinsError('host_refused', 'The invitation has expired. Create another one for this host.');
}

/** The host has used its invitation: from now on it logs in with its own key. */
export function admitHost(files: FleetFiles, hostId: string, publicKey: string, now: string): ServerReload {
  return changeHost(files, hostId, now, ({ invitation: _, ...host }) => ({
    ...host,
    public_keys: [publicKey],
    joined_at: host.joined_at ?? now,
  }));
}

/**
 * A member has a new key: it is accepted in addition to the old one. Announced again, over a connection that was made
 * with it, it is the only one.
 */
export function replaceKey(files: FleetFiles, hostId: string, publicKey: string, now: string): ServerReload {
  return changeHost(files, hostId, now, (host) => ({
    ...host,
    public_keys: host.public_keys.includes(publicKey) ? [publicKey] : [...host.public_keys, publicKey],
  }));
}

function changeHost(
  files: FleetFiles,
  hostId: string,
  now: string,
  change: (host: FoundedHost) => FoundedHost,
): ServerReload {
  const founding = requireFounding(files);
  const hosts = founding.hosts.map((host) => (host.id === hostId ? change(host) : host));
  return saveFounding(files, { ...founding, hosts }, now);
}

/** Disconnects a host and revokes its key, or withdraws its invitation. */
export function removeHost(
  files: FleetFiles,
  nameOrId: string,
  now: string,
): { host: FoundedHost; reload: ServerReload } {
  const founding = requireFounding(files);
  const host = founding.hosts.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (!host)
    throw new ReinsError(
      'not_found',
      `There is no host ${nameOrId} in the fleet. "reins fleet ls" lists them.`,
    );
  if (host === founding.hosts[0])
    throw new ReinsError(
      'invalid_request',
      'The founder cannot be removed. To end the fleet, run "reins fleet leave" on it.',
    );
  const hosts = founding.hosts.filter((one) => one !== host);
  return { host, reload: saveFounding(files, { ...founding, hosts }, now) };
}
