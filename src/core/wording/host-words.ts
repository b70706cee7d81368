/** How clients describe the hosts of a fleet. */
import type { HostState, SessionHost } from '../../protocol/fleet.ts';

export const HOST_STATES: Readonly<Record<HostState, string>> = {
  online: 'online',
  late: 'not responding',
  offline: 'offline',
};

/** Why nothing can be done on another host now; undefined if it is reachable. `ago` formats a time. */
export function hostTrouble(
  name: string,
  host: SessionHost | undefined,
  ago: (at: string) => string,
): string | undefined {
  if (host?.state !== 'offline') return undefined;
  const since = ago(host.last_seen_at);
  const age = since === 'now' ? 'a moment ago' : `${since} ago`;
  return `${name} is offline. This is the newest copy, from ${age}. You can answer when the host is back. Prompts wait for it for up to a day.`;
}

/** At the message field of a session whose host is offline. */
export function whenBack(name: string): string {
  return `Delivered when ${name} is back, within a day`;
}

/** Hosts whose part is missing in an answer of the fleet; undefined if there are none. */
export function missingHosts(names: readonly string[] | undefined): string | undefined {
  if (!names || names.length === 0) return undefined;
  return `${names.join(', ')} did not respond, so ${names.length === 1 ? 'its' : 'their'} sessions are missing here.`;
}
