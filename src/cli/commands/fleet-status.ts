/** `reins fleet status`: this host's membership, NATS, the streams, and problems with their remedies. */

import { type FleetProblem, findFleetProblems, problemFrom } from '../../fleet/fleet-problems.ts';
import { type FleetInspection, inspectFleet } from '../../fleet/inspect-fleet.ts';
import { databaseSize } from '../../lib/database-size.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { HostList } from '../../protocol/fleet.ts';
import type { Settings } from '../../protocol/settings.ts';
import { readFleetSettings } from '../fleet/fleet-settings.ts';
import { findOwnFleet, hostsFrom, type OwnFleet } from '../fleet/look-at-fleet.ts';
import { printJson } from '../print.ts';
import { plural, sizeOf } from '../terminal/format.ts';

interface FleetStatus {
  readonly fleet: string;
  readonly host_id: string;
  readonly name: string;
  readonly is_founder: boolean;
  readonly servers: readonly string[];
  readonly hub: 'connected' | 'not connected' | 'not running';
  readonly settings: Settings['fleet'];
  readonly copies_bytes: number;
  readonly hosts: HostList['items'];
  readonly nats?: FleetInspection;
  readonly problems: readonly FleetProblem[];
}

/** Returns 1 if NATS cannot be used. */
export async function showFleetStatus({ json }: { readonly json?: boolean }): Promise<number> {
  const status = await look(await findOwnFleet(process.env));
  if (json) printJson(status);
  else console.log(render(status).join('\n'));
  return status.nats ? 0 : 1;
}

async function look({ files, membership, hub }: OwnFleet): Promise<FleetStatus> {
  const list = await hub?.fleet.hosts();
  const inspected = await inspectFleet(membership).catch((error) => {
    if (error instanceof ReinsError) return error;
    throw error;
  });
  const nats = inspected instanceof ReinsError ? undefined : inspected;
  const { fleet, host_id, name, founder, servers } = membership;
  return {
    ...{ fleet, host_id, name, servers, is_founder: founder === host_id },
    hub: list === undefined ? 'not running' : list.fleet?.is_connected ? 'connected' : 'not connected',
    settings: await readFleetSettings(process.env),
    copies_bytes: databaseSize(files.copiesFile),
    hosts: list?.items ?? hostsFrom(nats?.heartbeats ?? [], membership, Date.now()),
    ...(nats && { nats }),
    problems:
      inspected instanceof ReinsError ? [problemFrom(inspected)] : findFleetProblems(membership, inspected),
  };
}

function render(status: FleetStatus): string[] {
  const { fleet, name, host_id, is_founder, hub, settings, nats, copies_bytes, problems } = status;
  return [
    `Fleet     "${fleet}"${is_founder ? ', founded by this host' : ''}`,
    `Host      "${name}", id ${host_id}`,
    `NATS      ${nats ? `${nats.server.version} at ${nats.server.address}, responds in ${nats.server.rtt_ms} ms` : `${status.servers.join(', ')}, not usable`}`,
    `Hub       ${hub}${hub === 'not running' ? '; start it with "reins up --detach"' : ''}`,
    `Hosts     ${describeHosts(status)}`,
    `Sharing   ${shareWords(settings)}; other hosts may act here as ${settings.max_role}`,
    ...(nats
      ? nats.streams.map(
          ({ name: stream, bytes, max_bytes }) =>
            `Stream    ${stream}: ${sizeOf(bytes)} of ${sizeOf(max_bytes)}`,
        )
      : []),
    `Copies    ${sizeOf(copies_bytes)} on this disk`,
    ...(nats && !nats.is_separated ? ['Access    the login allows this host to act as any other host'] : []),
    '',
    ...(problems.length === 0
      ? ['No problems found.']
      : problems.flatMap(({ message, fix }) => [`Problem: ${message}.`, `  ${fix}`])),
  ];
}

function describeHosts({ hosts }: FleetStatus): string {
  const count = (state: string) => hosts.filter((host) => host.state === state).length;
  const parts = ['online', 'late', 'offline'].flatMap((state) =>
    count(state) > 0 ? [`${count(state)} ${state}`] : [],
  );
  const behind = hosts.filter(({ is_behind_version }) => is_behind_version).map(({ name }) => name);
  const old = behind.length > 0 ? `; with an older version: ${behind.join(', ')}` : '';
  return hosts.length === 0
    ? 'none has been seen yet'
    : `${plural(hosts.length, 'host')}: ${parts.join(', ')}${old}`;
}

function shareWords({ share }: Settings['fleet']): string {
  if (share === 'all') return 'all sessions';
  return share === 'none' ? 'no sessions' : `sessions in ${share.folders.join(', ')}`;
}
