/**
 * The founder's side of a fleet: the list of its hosts, and the configuration of the NATS server made from it. Every
 * change of the list also writes the configuration and makes a running server reload it.
 */

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { z } from 'zod';
import { processes } from '../lib/processes.ts';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { FleetFiles } from './fleet-files.ts';
import {
  hostIdSchema,
  hostNameSchema,
  type Membership,
  newHostId,
  readMembership,
  requireMembership,
  writeMembership,
} from './membership.ts';
import { type NatsUser, renderNatsConfig } from './nats-config.ts';
import { permissionsOf, permissionsToJoin } from './nats-permissions.ts';

const foundedHostSchema = z.object({
  id: hostIdSchema,
  name: hostNameSchema,
  /** Two while a key is being replaced, none before the host has joined. */
  public_keys: z.array(z.string()),
  /** Until it is used or replaced. */
  invitation: z.object({ public_key: z.string(), expires_at: z.string() }).optional(),
  joined_at: z.string().optional(),
});
export type FoundedHost = z.infer<typeof foundedHostSchema>;

const serverSchema = z.object({
  /** `ADDRESS:PORT` on which the NATS server listens. */
  listen: z.string(),
  /** The address at which other hosts reach it. */
  url: z.string(),
  tls: z.object({ cert_file: z.string(), key_file: z.string(), ca_file: z.string().optional() }).optional(),
});
export type FleetServer = z.infer<typeof serverSchema>;

const foundingSchema = serverSchema.extend({ fleet: z.string(), hosts: z.array(foundedHostSchema) });
export type Founding = z.infer<typeof foundingSchema>;

/** Whether the NATS server uses the new list: `not_running` if none was started with our file on this machine. */
export type ServerReload = 'reloaded' | 'not_running' | 'failed';

export interface FoundOptions extends FleetServer {
  readonly fleet: string;
  readonly name: string;
  readonly now: string;
}

/** Makes this host the founder of a new fleet. Throws if it is in one already. */
export function foundFleet(files: FleetFiles, { fleet, name, now, ...server }: FoundOptions): Membership {
  refuseSecondFleet(files);
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  const key = createUser();
  const id = newHostId();
  const host = { id, name, public_keys: [key.getPublicKey()], joined_at: now };
  saveFounding(files, { fleet, ...server, hosts: [host] }, now);
  const membership: Membership = {
    ...{ fleet, host_id: id, name, joined_at: now, founder: id, ...reachedBy(server) },
    login: { type: 'nkey', seed: new TextDecoder().decode(key.getSeed()) },
  };
  writeMembership(files.memberFile, membership);
  return membership;
}

/** Changes where the founder's NATS server listens. Keys and hosts stay. The server must be restarted for it. */
export function moveServer(files: FleetFiles, server: FleetServer, now: string): Membership {
  const founding = requireFounding(files);
  const member = readMembership(files.memberFile);
  if (!member) throw new ReinsError('invalid_request', `${files.memberFile} is missing.`);
  const { tls: _, ...rest } = founding;
  writeFounding(files, { ...rest, ...server }, now);
  const { ca_file: __, ...about } = member;
  const moved = { ...about, ...reachedBy(server) };
  writeMembership(files.memberFile, moved);
  return moved;
}

/** The founder is on the machine of the server; a certificate is valid for the public name only. */
function reachedBy({ listen, url, tls }: FleetServer): Pick<Membership, 'servers' | 'ca_file'> {
  const local = `nats://${listen.replace(/^(0\.0\.0\.0|\[::\]):/, '127.0.0.1:')}`;
  return { servers: [tls ? url : local], ...(tls?.ca_file && { ca_file: tls.ca_file }) };
}

/** Undefined on hosts that have not founded a fleet. */
export function readFounding({ hostsFile }: FleetFiles): Founding | undefined {
  if (!existsSync(hostsFile)) return undefined;
  try {
    return foundingSchema.parse(JSON.parse(readFileSync(hostsFile, 'utf8')));
  } catch (error) {
    throw new ReinsError(
      'invalid_request',
      `${hostsFile} is damaged (${(error as Error).message}). Restore it from a backup, or run "reins fleet leave --force" and create the fleet again.`,
      { file: hostsFile },
    );
  }
}

export function requireFounding(files: FleetFiles): Founding {
  const founding = readFounding(files);
  if (founding) return founding;
  requireMembership(files.memberFile);
  throw new ReinsError(
    'invalid_request',
    'Only the host that founded the fleet can do this. "reins fleet ls" shows which one that is.',
  );
}

/** A host may join the fleet of the same founder again. */
export function refuseSecondFleet({ memberFile }: FleetFiles, founder?: string): void {
  const present = readMembership(memberFile);
  if (!present || (founder !== undefined && present.founder === founder && present.host_id !== founder))
    return;
  throw new ReinsError(
    'invalid_request',
    `This host is already in the fleet "${present.fleet}" as "${present.name}". To leave it, run "reins fleet leave".`,
  );
}

/** Invitations that have expired are dropped. */
export function saveFounding(files: FleetFiles, founding: Founding, now: string): ServerReload {
  writeFounding(files, founding, now);
  return reloadServer(files.pidFile);
}

function writeFounding(files: FleetFiles, founding: Founding, now: string): void {
  const hosts = founding.hosts.flatMap((host) => withoutExpired(host, now));
  const kept = { ...founding, hosts };
  writeFileAtomically(files.hostsFile, `${JSON.stringify(kept, null, 2)}\n`, 0o600);
  const { fleet, listen, tls } = founding;
  const config = renderNatsConfig({
    ...{ fleet, listen, storeFolder: files.storeFolder, pidFile: files.pidFile },
    tls: tls && { certFile: tls.cert_file, keyFile: tls.key_file },
    users: usersOf(hosts),
  });
  writeFileAtomically(files.natsFile, config, 0o600);
}

function withoutExpired(host: FoundedHost, now: string): FoundedHost[] {
  const { invitation, ...rest } = host;
  if (!invitation || !isExpired(invitation, now)) return [host];
  return host.joined_at === undefined ? [] : [rest];
}

export function isExpired({ expires_at }: { readonly expires_at: string }, now: string): boolean {
  return Date.parse(expires_at) <= Date.parse(now);
}

function usersOf(hosts: readonly FoundedHost[]): NatsUser[] {
  const founder = hosts[0]?.id ?? '';
  return hosts.flatMap(({ id, name, public_keys, invitation }) => [
    ...public_keys.map((publicKey) => ({
      ...{ comment: name, publicKey },
      permissions: permissionsOf(id, { isFounder: id === founder }),
    })),
    ...(invitation
      ? [
          {
            comment: `invitation for ${name}, until ${invitation.expires_at}`,
            publicKey: invitation.public_key,
            permissions: permissionsToJoin(id, founder),
          },
        ]
      : []),
  ]);
}

/** A server that is not running reads the file when it starts. The pid may belong to another process by now. */
function reloadServer(pidFile: string): ServerReload {
  if (!existsSync(pidFile)) return 'not_running';
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const [program = ''] = processes.commandLine(pid);
  if (basename(program) !== 'nats-server') return 'not_running';
  try {
    process.kill(pid, 'SIGHUP');
    return 'reloaded';
  } catch {
    // It runs as another user.
    return 'failed';
  }
}
