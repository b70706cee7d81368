/**
 * The founder's side of a fleet: the list of its hosts, and the configuration of the NATS server made from it. Whatever
 * changes the list also writes the configuration and has a running server read it again.
 */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { z } from 'zod';
import { processes } from '../lib/processes.ts';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import { ReinsError } from '../protocol/errors.ts';
import { encodeInvitation } from './invitation.ts';
import {
  hostIdSchema,
  hostNameSchema,
  type Membership,
  newHostId,
  readMembership,
  writeMembership,
} from './membership.ts';
import { renderNatsConfig } from './nats-config.ts';

const foundingSchema = z.object({
  fleet: z.string(),
  /** `ADDRESS:PORT` on which the NATS server listens. */
  listen: z.string(),
  /** Where hosts reach it. */
  url: z.string(),
  tls: z.object({ cert_file: z.string(), key_file: z.string(), ca_file: z.string().optional() }).optional(),
  hosts: z.array(
    z.object({
      id: hostIdSchema,
      name: hostNameSchema,
      /** Two while a key is being replaced. */
      public_keys: z.array(z.string()),
      invited_at: z.string(),
      /** When the host replaced the key of its invitation by its own. */
      joined_at: z.string().optional(),
    }),
  ),
});
export type Founding = z.infer<typeof foundingSchema>;
export type FoundedHost = Founding['hosts'][number];

export interface FleetFiles {
  readonly folder: string;
  readonly memberFile: string;
  readonly hostsFile: string;
  readonly natsFile: string;
  readonly pidFile: string;
  readonly storeFolder: string;
  readonly copiesFile: string;
}

export function fleetFilesIn(home: string): FleetFiles {
  const folder = join(home, 'fleet');
  return {
    folder,
    memberFile: join(folder, 'member.json'),
    hostsFile: join(folder, 'hosts.json'),
    natsFile: join(folder, 'nats.conf'),
    pidFile: join(folder, 'nats.pid'),
    storeFolder: join(folder, 'jetstream'),
    copiesFile: join(folder, 'copies.db'),
  };
}

export interface FoundOptions {
  readonly fleet: string;
  readonly name: string;
  readonly listen: string;
  readonly url: string;
  readonly tls?: Founding['tls'];
  readonly now: string;
}

/** Makes this host the founder of a new fleet. Throws if it is in one already. */
export function foundFleet(
  files: FleetFiles,
  { fleet, name, listen, url, tls, now }: FoundOptions,
): Membership {
  const present = readMembership(files.memberFile);
  if (present)
    throw new ReinsError(
      'invalid_request',
      `This host is already in the fleet ${present.fleet}. To leave it, run "reins fleet leave".`,
    );
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  const key = createUser();
  const id = newHostId();
  const host = { id, name, public_keys: [key.getPublicKey()], invited_at: now, joined_at: now };
  saveFounding(files, { fleet, listen, url, hosts: [host], ...(tls && { tls }) });
  const membership: Membership = {
    ...{ fleet, host_id: id, name, servers: [url], joined_at: now, founder: id },
    login: { type: 'nkey', seed: new TextDecoder().decode(key.getSeed()) },
    ...(tls?.ca_file && { ca_file: tls.ca_file }),
  };
  writeMembership(files.memberFile, membership);
  return membership;
}

/** Undefined on hosts that have not founded a fleet. */
export function readFounding({ hostsFile }: FleetFiles): Founding | undefined {
  return existsSync(hostsFile)
    ? foundingSchema.parse(JSON.parse(readFileSync(hostsFile, 'utf8')))
    : undefined;
}

/** Adds a host and returns its invitation. An invitation of the same name that nobody used is replaced. */
export function inviteHost(
  files: FleetFiles,
  name: string,
  now: string,
): { invitation: string; host: FoundedHost } {
  const founding = requireFounding(files);
  const known = founding.hosts.find((host) => host.name === name);
  if (known?.joined_at !== undefined)
    throw new ReinsError(
      'invalid_request',
      `There is already a host ${name} in the fleet. Choose another name, or remove it with "reins fleet remove ${name}".`,
    );
  const key = createUser();
  const host = { id: newHostId(), name, public_keys: [key.getPublicKey()], invited_at: now };
  saveFounding(files, { ...founding, hosts: [...founding.hosts.filter((one) => one !== known), host] });
  const { ca_file } = founding.tls ?? {};
  const [founder] = founding.hosts;
  const invitation = encodeInvitation({
    ...{ fleet: founding.fleet, host_id: host.id, name, servers: [founding.url] },
    seed: new TextDecoder().decode(key.getSeed()),
    founder: founder?.id ?? '',
    ...(ca_file && { ca: readFileSync(ca_file, 'utf8') }),
  });
  return { invitation, host };
}

/**
 * A member has a new key: from now on it is accepted beside the old one. Announced again, over a connection that was made
 * with it, it is the only one: the old key, which an invitation may have carried, is worth nothing then.
 */
export function replaceKey(files: FleetFiles, hostId: string, publicKey: string, now: string): void {
  const founding = requireFounding(files);
  const hosts = founding.hosts.map((host) => {
    if (host.id !== hostId) return host;
    if (!host.public_keys.includes(publicKey))
      return { ...host, public_keys: [...host.public_keys, publicKey] };
    return { ...host, public_keys: [publicKey], joined_at: host.joined_at ?? now };
  });
  saveFounding(files, { ...founding, hosts });
}

/** Cuts a host off at once. Returns it. */
export function removeHost(files: FleetFiles, nameOrId: string): FoundedHost {
  const founding = requireFounding(files);
  const host = founding.hosts.find(({ id, name }) => id === nameOrId || name === nameOrId);
  if (!host) throw new ReinsError('not_found', `There is no host ${nameOrId} in the fleet.`);
  if (host === founding.hosts[0])
    throw new ReinsError(
      'invalid_request',
      'The founder cannot be removed. To end the fleet, run "reins fleet leave" here.',
    );
  saveFounding(files, { ...founding, hosts: founding.hosts.filter((one) => one !== host) });
  return host;
}

function requireFounding(files: FleetFiles): Founding {
  const founding = readFounding(files);
  if (founding) return founding;
  throw new ReinsError(
    'invalid_request',
    'Only the host that founded the fleet can do this. To found one here, run "reins fleet init".',
  );
}

function saveFounding(files: FleetFiles, founding: Founding): void {
  const { fleet, listen, tls, hosts } = founding;
  writeFileAtomically(files.hostsFile, `${JSON.stringify(founding, null, 2)}\n`, 0o600);
  const config = renderNatsConfig({
    ...{ fleet, listen, storeFolder: files.storeFolder, pidFile: files.pidFile },
    tls: tls && { certFile: tls.cert_file, keyFile: tls.key_file },
    users: hosts.flatMap(({ id, name, public_keys }, index) =>
      public_keys.map((publicKey) => ({ host: id, name, publicKey, isFounder: index === 0 })),
    ),
  });
  writeFileAtomically(files.natsFile, config, 0o600);
  reloadServer(files.pidFile);
}

/** A server that is not running reads the file when it starts. The pid may belong to another process by now. */
function reloadServer(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const [program = ''] = processes.commandLine(pid);
  if (basename(program) === 'nats-server') process.kill(pid, 'SIGHUP');
}
