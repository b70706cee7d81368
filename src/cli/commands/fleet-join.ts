/** `reins fleet join`: joins a fleet by an invitation, or the hosts that share an existing NATS server. */
import { readFileSync } from 'node:fs';
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import { joinByInvitation, joinServer } from '../../fleet/joining.ts';
import { hostNameSchema, type Membership } from '../../fleet/membership.ts';
import { locateHome, prepareHome } from '../../hub/home/reins-home.ts';
import { limitFleetRole, readFleetSettings } from '../fleet/fleet-settings.ts';
import { connectHub, type HubRefresh, hubWords } from '../fleet/own-hub.ts';
import { readableFile } from '../fleet/readable-file.ts';
import { defaultHostName, parseServerUrl } from '../fleet/server-address.ts';
import { usageError } from '../usage-error.ts';

export interface JoinFlags {
  readonly server?: readonly string[];
  readonly creds?: string;
  readonly nkey?: string;
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ca?: string;
  readonly domain?: string;
  readonly name?: string;
  readonly fleet?: string;
}

export async function joinFleet(invitation: string | undefined, flags: JoinFlags): Promise<number> {
  if ((invitation === undefined) === (flags.server === undefined))
    throw usageError('Pass either an invitation or --server.');
  const home = locateHome(process.env);
  prepareHome(home);
  const files = fleetFilesIn(home.folder);
  const now = new Date().toISOString();
  const membership =
    invitation === undefined
      ? await joinServer(files, loginFrom(flags), now)
      : await joinInvited(files, invitation === '-' ? readFileSync(0, 'utf8') : invitation, flags, now);
  const hub = await connectHub(process.env);
  console.log((await joinedWords(membership, hub)).join('\n'));
  return 0;
}

async function joinInvited(
  files: FleetFiles,
  text: string,
  flags: JoinFlags,
  now: string,
): Promise<Membership> {
  const [extra] = Object.keys(flags);
  if (extra !== undefined)
    throw usageError(`--${extra} is for an existing server (--server). An invitation contains everything.`);
  const { membership, invitation } = await joinByInvitation(files, text, now);
  if (invitation.max_role) await limitFleetRole(process.env, invitation.max_role);
  return membership;
}

function loginFrom(flags: JoinFlags) {
  const { server = [], ca, domain, name = defaultHostName(), fleet } = flags;
  const servers = server.flatMap((list) => list.split(',')).map((one) => parseServerUrl(one.trim()));
  const parsed = hostNameSchema.safeParse(name);
  if (!parsed.success) throw usageError(`--name ${parsed.error.issues[0]?.message}.`);
  return {
    servers,
    name,
    fleet: fleet ?? new URL(servers[0] ?? '').hostname,
    login: chooseLogin(flags),
    ...(ca !== undefined && { caFile: readableFile(ca) }),
    domain,
  };
}

/** Secrets may come from the variables that NATS's own tools use: a command line is visible to others. */
function chooseLogin({ creds, nkey, token, user, password }: JoinFlags): Membership['login'] {
  const ways = [creds, nkey, token, user].filter((way) => way !== undefined);
  if (ways.length > 1) throw usageError('Pass only one of --creds, --nkey, --token and --user.');
  if (creds !== undefined) return { type: 'creds', file: readableFile(creds) };
  if (nkey !== undefined) return { type: 'nkey', seed: readSeed(nkey) };
  if (user !== undefined)
    return {
      type: 'password',
      user,
      password: password ?? process.env['NATS_PASSWORD'] ?? missingPassword(),
    };
  const secret = token ?? process.env['NATS_TOKEN'];
  return secret === undefined ? { type: 'none' } : { type: 'token', token: secret };
}

function readSeed(file: string): string {
  const seed = /^SU[A-Z2-7]{50,}$/m.exec(readFileSync(readableFile(file), 'utf8'))?.[0];
  if (seed) return seed;
  throw usageError(`${file} does not contain the seed of a NATS user, which starts with SU.`);
}

function missingPassword(): never {
  throw usageError('--user needs --password, or the variable NATS_PASSWORD.');
}

async function joinedWords({ fleet, name }: Membership, hub: HubRefresh): Promise<string[]> {
  const { max_role, share } = await readFleetSettings(process.env);
  const shared =
    share === 'all'
      ? 'all sessions'
      : share === 'none'
        ? 'no sessions'
        : 'the sessions in your chosen folders';
  return [
    `This host is now "${name}" in the fleet "${fleet}".`,
    `Other hosts see ${shared} of this one, and may act here as ${max_role}. The setting "fleet" changes that (/docs/settings on the hub).`,
    ...hubWords(hub),
    '"reins fleet ls" lists the hosts, "reins fleet status" checks the connection.',
  ];
}
