/** What this host knows about its fleet: from its hub, or from NATS itself while no hub runs. */
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import { isOlderVersion } from '../../fleet/host-versions.ts';
import { inspectFleet } from '../../fleet/inspect-fleet.ts';
import { type Membership, requireMembership } from '../../fleet/membership.ts';
import type { SentHeartbeat } from '../../fleet/prepare-streams.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import type { Host, HostList } from '../../protocol/fleet.ts';
import type { Client } from '../../sdk/client.ts';
import { findOwnHub } from './own-hub.ts';

export interface OwnFleet {
  readonly files: FleetFiles;
  readonly membership: Membership;
  readonly hub: Client | undefined;
}

/** Throws on a machine that is not in a fleet. */
export async function findOwnFleet(env: NodeJS.ProcessEnv): Promise<OwnFleet> {
  const files = fleetFilesIn(locateHome(env).folder);
  const membership = requireMembership(files.memberFile);
  return { files, membership, hub: await findOwnHub(env) };
}

export async function listFleet({ hub, membership }: OwnFleet): Promise<HostList> {
  if (hub) return hub.fleet.hosts();
  const { heartbeats } = await inspectFleet(membership);
  const { fleet: name, founder, host_id } = membership;
  return {
    fleet: { name, is_founder: founder === host_id, is_connected: false },
    items: hostsFrom(heartbeats, membership, Date.now()),
  };
}

/** As in the hub, which measures silence more exactly. */
const OFFLINE_MS = 45_000;
const LATE_MS = 15_000;

export function hostsFrom(
  heartbeats: readonly SentHeartbeat[],
  { host_id }: Membership,
  now: number,
): Host[] {
  return heartbeats.map((heartbeat) => {
    const silence = now - Date.parse(heartbeat.received_at);
    const isOffline = heartbeat.left_at !== undefined || silence >= OFFLINE_MS;
    return {
      host_id: heartbeat.host_id,
      name: heartbeat.name,
      is_self: heartbeat.host_id === host_id,
      state: isOffline ? 'offline' : silence >= LATE_MS ? 'late' : 'online',
      version: heartbeat.version,
      started_at: heartbeat.started_at,
      last_seen_at: heartbeat.received_at,
      sessions: heartbeat.sessions,
      open_interactions: 0,
      max_role: heartbeat.max_role,
      lag_events: 0,
      is_behind_version: heartbeats.some(({ version }) => isOlderVersion(heartbeat.version, version)),
    };
  });
}
