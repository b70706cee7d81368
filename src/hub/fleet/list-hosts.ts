/** The list of hosts that people see: this one, those that send heartbeats, and those that are only known from a copy of their log. */
import { isOlderVersion } from '../../fleet/host-versions.ts';
import type { KnownHost } from '../../fleet/hosts.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import type { Host } from '../../protocol/fleet.ts';
import type { CopyStore } from '../../store/copies.ts';
import type { LogReader } from '../../store/log-reader.ts';

export interface ListHostsOptions {
  readonly self: Pick<Host, 'host_id' | 'name' | 'hostname' | 'started_at' | 'max_role'> & {
    readonly now: string;
    readonly reader: Pick<LogReader, 'liveSessions' | 'interactions'>;
  };
  readonly known: readonly KnownHost[];
  readonly copies: CopyStore | undefined;
}

/** This host first, then by name. */
export function listHosts({ self, known, copies }: ListHostsOptions): Host[] {
  const { now, reader, ...own } = self;
  const open = copies?.reader.interactions('open') ?? [];
  const others = known.filter(({ host_id }) => host_id !== own.host_id);
  const versions = [REINS_VERSION, ...others.map(({ version }) => version)];
  const isBehind = (version: string) => versions.some((other) => isOlderVersion(version, other));
  return [
    {
      ...own,
      is_self: true,
      state: 'online',
      version: REINS_VERSION,
      last_seen_at: now,
      sessions: reader.liveSessions().length,
      open_interactions: reader.interactions('open').length,
      lag_events: 0,
      is_behind_version: isBehind(REINS_VERSION),
    },
    ...others.map(
      ({ host_id, name, state, version, started_at, heard_at, sessions, max_role, epoch, position }) => {
        const place = copies?.place(host_id);
        return {
          ...{ host_id, name, is_self: false, state, version, started_at, last_seen_at: heard_at },
          ...{ sessions, max_role },
          open_interactions: open.filter(({ host }) => host === name).length,
          lag_events: Math.max(0, position - (place?.epoch === epoch ? place.position : 0)),
          is_behind_version: isBehind(version),
        };
      },
    ),
  ];
}
