/** How clients describe the hosts of a fleet. */
import type { HostState, SessionHost } from '../../protocol/fleet.ts';
import { t, tn } from '../translate.ts';

export const HOST_STATES: Readonly<Record<HostState, string>> = {
  online: t('online'),
  late: t('not responding'),
  offline: t('offline'),
};

/** Why nothing can be done on another host now; undefined if it is reachable. `ago` formats a time. */
export function hostTrouble(
  name: string,
  host: SessionHost | undefined,
  ago: (at: string) => string,
): string | undefined {
  if (host?.state !== 'offline') return undefined;
  return t(
    '{name} is offline (last seen: {time}). This is the newest copy. You can answer when the host is back. Prompts wait for it for up to a day.',
    { name, time: ago(host.last_seen_at) },
  );
}

/** At the message field of a session whose host is offline. */
export function whenBack(name: string): string {
  return t('Delivered when {name} is back, within a day', { name });
}

/** Hosts whose part is missing in an answer of the fleet; undefined if there are none. */
export function missingHosts(names: readonly string[] | undefined): string | undefined {
  if (!names || names.length === 0) return undefined;
  return tn(
    names.length,
    '{names} did not respond, so its sessions are missing here.',
    '{names} did not respond, so their sessions are missing here.',
    { names: names.join(', ') },
  );
}
