/** The hosts of a fleet as a table: those that are known by their heartbeats, and those that are invited. */
import type { FleetFiles } from '../../fleet/fleet-files.ts';
import { readFounding } from '../../fleet/founding.ts';
import type { Host } from '../../protocol/fleet.ts';
import { ageOf, durationOf } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

export interface InvitedHost {
  readonly host_id: string;
  readonly name: string;
  readonly expires_at: string;
}

/** Known on the founder only. */
export function invitedHosts(files: FleetFiles, now: number): InvitedHost[] {
  return (readFounding(files)?.hosts ?? []).flatMap(({ id, name, invitation }) =>
    invitation && Date.parse(invitation.expires_at) > now
      ? [{ host_id: id, name, expires_at: invitation.expires_at }]
      : [],
  );
}

const COLUMNS = [
  { header: 'HOST' },
  { header: 'STATE' },
  { header: 'SESSIONS', align: 'right' as const },
  { header: 'REQUESTS', align: 'right' as const },
  { header: 'MAX ROLE' },
  { header: 'VERSION' },
  { header: 'SEEN', align: 'right' as const },
  { header: 'BEHIND BY', align: 'right' as const },
  { header: 'ID' },
];

/** `founder`: the id of the host that founded the fleet. */
export function renderHosts(
  items: readonly Host[],
  invited: readonly InvitedHost[],
  { founder, now }: { readonly founder: string | undefined; readonly now: number },
): string {
  const rows = [
    ...items.map((host) => [
      [
        host.name,
        ...(host.is_self ? ['(this host)'] : []),
        ...(host.host_id === founder ? ['(founder)'] : []),
      ].join(' '),
      host.state,
      String(host.sessions),
      String(host.open_interactions),
      host.max_role,
      host.is_behind_version ? `${host.version} (old)` : host.version,
      host.is_self ? '' : ageOf(host.last_seen_at, now),
      host.lag_events > 0 ? `${host.lag_events} events` : '',
      host.host_id,
    ]),
    ...invited.map(({ name, host_id, expires_at }) => [
      name,
      `invited, for ${durationOf(Date.parse(expires_at) - now)} more`,
      ...['', '', '', '', '', ''],
      host_id,
    ]),
  ].map((cells) => cells.map((text) => ({ text })));
  return renderTable(COLUMNS, rows, { paintHeader: chooseStyle(process.stdout, process.env).quiet });
}
