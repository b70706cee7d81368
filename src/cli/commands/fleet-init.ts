import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import {
  type FleetServer,
  type Founding,
  foundFleet,
  moveServer,
  readFounding,
} from '../../fleet/founding.ts';
import { hostNameSchema, type Membership } from '../../fleet/membership.ts';
import { locateHome, prepareHome } from '../../hub/home/reins-home.ts';
import { installWords } from '../fleet/nats-words.ts';
import { type HubRefresh, refreshHub } from '../fleet/own-hub.ts';
import { readableFile } from '../fleet/readable-file.ts';
import {
  defaultHostName,
  guessUrl,
  isLoopback,
  parseListen,
  parseServerUrl,
} from '../fleet/server-address.ts';
import { usageError } from '../usage-error.ts';

export interface InitFlags {
  /** Of this host. */
  readonly name?: string;
  readonly fleet?: string;
  readonly listen?: string;
  readonly url?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
}

const DEFAULT_LISTEN = '127.0.0.1:4222';

export async function initFleet(flags: InitFlags): Promise<number> {
  const home = locateHome(process.env);
  prepareHome(home);
  const files = fleetFilesIn(home.folder);
  const founding = readFounding(files);
  const server = serverOf(flags, founding);
  const now = new Date().toISOString();
  if (founding) {
    refuseRenaming(flags, founding);
    const words = changeWords(founding, server);
    if (words.length > 0) moveServer(files, server, now);
    console.log(`This host has founded the fleet "${founding.fleet}".`);
    for (const line of words.length > 0 ? words : ['Nothing changed.']) console.log(line);
  } else {
    const membership = foundFleet(files, {
      fleet: nameFrom(flags.fleet ?? 'home', '--fleet'),
      name: nameFrom(flags.name ?? defaultHostName(), '--name'),
      ...{ now, ...server },
    });
    console.log(foundedWords(membership, files).join('\n'));
  }
  const hub = await refreshHub(process.env);
  console.log(['', ...reachWords(server), ...nextSteps(files, hub)].join('\n'));
  return 0;
}

/** The flags decide; what they do not mention stays. */
function serverOf(flags: InitFlags, present: FleetServer | undefined): FleetServer {
  const { listen: address, url, tlsCert, tlsKey, tlsCa } = flags;
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usageError('TLS needs both --tls-cert and --tls-key.');
  const listen = address === undefined ? (present?.listen ?? DEFAULT_LISTEN) : parseListen(address);
  const tls =
    tlsCert !== undefined && tlsKey !== undefined
      ? {
          cert_file: readableFile(tlsCert),
          key_file: readableFile(tlsKey),
          ...(tlsCa !== undefined && { ca_file: readableFile(tlsCa) }),
        }
      : present?.tls;
  const isSame = listen === present?.listen && tlsCert === undefined;
  const chosen = url === undefined ? undefined : parseServerUrl(url);
  const known = isSame ? present?.url : undefined;
  return {
    listen,
    url: chosen ?? known ?? guessUrl(listen, { isTls: tls !== undefined }),
    ...(tls && { tls }),
  };
}

function nameFrom(text: string, flag: string): string {
  const parsed = hostNameSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw usageError(`${flag} ${parsed.error.issues[0]?.message}.`);
}

function refuseRenaming({ fleet, name }: InitFlags, founding: Founding): void {
  const [self] = founding.hosts;
  if ((fleet ?? founding.fleet) === founding.fleet && (name ?? self?.name) === self?.name) return;
  throw usageError(
    `This host has already founded the fleet "${founding.fleet}" as "${self?.name}". Names cannot change; to end that fleet, run "reins fleet leave".`,
  );
}

function changeWords(founding: Founding, server: FleetServer): string[] {
  const { listen, url, tls } = founding;
  const present: FleetServer = { listen, url, ...(tls && { tls }) };
  if (JSON.stringify(present) === JSON.stringify(server)) return [];
  const others = founding.hosts.slice(1).filter(({ joined_at }) => joined_at !== undefined);
  return [
    `Its NATS server now listens on ${server.listen}, and other hosts use ${server.url}. Restart nats-server.`,
    ...(others.length > 0 && url !== server.url
      ? [
          `These hosts still use ${url}: ${others.map(({ name }) => name).join(', ')}. If that address stops working, invite each again with --replace.`,
        ]
      : []),
  ];
}

function foundedWords({ fleet, name }: Membership, { natsFile }: FleetFiles): string[] {
  return [
    `Founded the fleet "${fleet}". This host is "${name}" in it.`,
    `The keys are in ${natsFile.replace(/[^/]*$/, '')}, which only you can read.`,
  ];
}

function reachWords({ listen, url, tls }: FleetServer): string[] {
  if (isLoopback(listen))
    return [
      `NATS will listen on ${listen}, which other machines cannot reach. To change that, run for example`,
      '  reins fleet init --listen ADDRESS     with the address of this machine in a private network (WireGuard, Tailscale)',
      '  reins fleet init --listen 0.0.0.0 --url tls://NAME:4222 --tls-cert FILE --tls-key FILE',
      '',
    ];
  return [
    `Other hosts will reach NATS at ${url}. If that is not its address, run this command again with --url.`,
    ...(tls
      ? []
      : [
          'It does not use TLS, so others on the network can read your sessions. Use it only in a private network.',
        ]),
    '',
  ];
}

function nextSteps({ natsFile }: FleetFiles, hub: HubRefresh): string[] {
  const steps = [
    ['nats-server -c', natsFile, 'start NATS, and keep it running'],
    ...(hub === 'failed' ? [['reins down', '', 'stop the hub, which runs an older version']] : []),
    ...(hub === 'refreshed' ? [] : [['reins up', '--detach', 'start the hub on this host']]),
    ['reins fleet invite', 'NAME', 'invite another machine, for example "laptop"'],
    ['reins fleet status', '', 'check that everything works'],
  ].map(([command, argument, words]) => [`${command} ${argument}`.trim(), words] as const);
  const width = Math.max(...steps.map(([command]) => command.length));
  return [
    'Next:',
    ...steps.map(([command, words]) => `  ${command.padEnd(width)}  # ${words}`),
    ...installWords(process.env),
  ];
}
