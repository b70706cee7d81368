/** `reins fleet`: hosts that show and steer each other's sessions. */
import { hostname } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import { type FleetFiles, fleetFilesIn, foundFleet, inviteHost, removeHost } from '../../fleet/founding.ts';
import { joinByInvitation, joinServer, leaveFleet } from '../../fleet/joining.ts';
import { hostNameSchema, type Membership, readMembership } from '../../fleet/membership.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { EXIT } from '../exit-codes.ts';
import { printJson } from '../print.ts';

const DEFAULT_PORT = 4222;

export interface InitFlags {
  readonly name: string;
  readonly host?: string;
  readonly listen: string;
  readonly url?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
  readonly json?: boolean;
}

export function initFleet({ name, host, listen, url, tlsCert, tlsKey, tlsCa, json }: InitFlags): number {
  const files = filesHere();
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new ReinsError('invalid_request', '--tls-cert and --tls-key belong together.');
  const address = withPort(listen);
  const membership = foundFleet(files, {
    fleet: name,
    name: hostNameOf(host),
    listen: address,
    url: url ?? `${tlsCert ? 'tls' : 'nats'}://${address}`,
    now: new Date().toISOString(),
    ...(tlsCert &&
      tlsKey && { tls: { cert_file: tlsCert, key_file: tlsKey, ...(tlsCa && { ca_file: tlsCa }) } }),
  });
  if (json) {
    printJson({ fleet: name, host: membership.name, host_id: membership.host_id, config: files.natsFile });
    return EXIT.done;
  }
  console.log(`The fleet ${name} is set up, with this host as ${membership.name}.

1. Start the NATS server:   nats-server -c ${files.natsFile}
2. Invite another machine:  reins fleet invite NAME
3. On that machine:         reins fleet join INVITATION`);
  if (isLoopback(address))
    console.log(
      `\nThe server will listen on ${address} only. For other machines, run init with --listen ADDRESS, preferably in a private network.`,
    );
  return EXIT.done;
}

export function invite(name: string, { json }: { readonly json?: boolean }): number {
  const { invitation, host } = inviteHost(filesHere(), hostNameSchema.parse(name), new Date().toISOString());
  if (json) {
    printJson({ name: host.name, host_id: host.id, invitation });
    return EXIT.done;
  }
  if (process.stdout.isTTY) console.error(renderUnicodeCompact(invitation, { border: 2, ecc: 'L' }));
  console.error(
    `On ${name}, run "reins fleet join" with this line. It works once; treat it like a password.`,
  );
  console.log(invitation);
  return EXIT.done;
}

export interface JoinFlags {
  readonly server?: readonly string[];
  readonly name?: string;
  readonly creds?: string;
  readonly nkey?: string;
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly tlsCa?: string;
  readonly json?: boolean;
}

export async function join(invitation: string | undefined, flags: JoinFlags): Promise<number> {
  const files = filesHere();
  const now = new Date().toISOString();
  const membership = invitation
    ? await joinByInvitation(files, invitation, now)
    : await joinServer(
        files,
        {
          servers: requireServers(flags.server),
          name: hostNameOf(flags.name),
          login: loginFrom(flags),
          caFile: flags.tlsCa,
        },
        now,
      );
  if (flags.json) printJson({ fleet: membership.fleet, host: membership.name, host_id: membership.host_id });
  else {
    console.log(`This host is now ${membership.name} in the fleet ${membership.fleet}.`);
    if (membership.is_invitation)
      console.log(
        'The founder is offline, so the invitation stays valid until both hubs run at the same time.',
      );
  }
  return EXIT.done;
}

export function leave({ json }: { readonly json?: boolean }): number {
  const files = filesHere();
  const membership = requireMembership(files);
  leaveFleet(files);
  if (json) printJson({ left: membership.fleet });
  else
    console.log(
      `This host has left the fleet ${membership.fleet}. To cut off its key as well, run "reins fleet remove ${membership.name}" on the founder.`,
    );
  return EXIT.done;
}

export function remove(name: string, { json }: { readonly json?: boolean }): number {
  const host = removeHost(filesHere(), name);
  if (json) printJson({ removed: host.name, host_id: host.id });
  else console.log(`${host.name} can no longer reach the fleet.`);
  return EXIT.done;
}

function filesHere(): FleetFiles {
  return fleetFilesIn(locateHome(process.env).folder);
}

function requireMembership({ memberFile }: FleetFiles): Membership {
  const membership = readMembership(memberFile);
  if (membership) return membership;
  throw new ReinsError(
    'invalid_request',
    'This host is in no fleet. Found one with "reins fleet init --name NAME", or join one with "reins fleet join INVITATION".',
  );
}

function requireServers(servers: readonly string[] | undefined): readonly string[] {
  if (servers && servers.length > 0) return servers;
  throw new ReinsError(
    'invalid_request',
    'Give an invitation, or the address of a NATS server with --server.',
  );
}

function loginFrom({ creds, nkey, token, user, password }: JoinFlags): Membership['login'] {
  if (creds) return { type: 'creds', file: creds };
  if (nkey) return { type: 'nkey', seed: nkey };
  if (token) return { type: 'token', token };
  if (user) return { type: 'password', user, password: password ?? '' };
  return { type: 'none' };
}

/** The machine's own name unless another one is chosen. */
function hostNameOf(chosen: string | undefined): string {
  const name =
    chosen ??
    hostname()
      .split('.')[0]
      ?.replace(/[^A-Za-z0-9._-]/g, '-') ??
    '';
  const parsed = hostNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new ReinsError(
    'invalid_request',
    `"${name}" is not a valid host name: it ${parsed.error.issues[0]?.message}.`,
  );
}

function withPort(address: string): string {
  return /:\d+$/.test(address) ? address : `${address}:${DEFAULT_PORT}`;
}

function isLoopback(address: string): boolean {
  return /^(?:127\.|localhost|\[?::1)/.test(address);
}
