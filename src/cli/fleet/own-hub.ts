/** The hub of this home, for commands that also work without one. */
import { locateHome } from '../../hub/home/reins-home.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { proveHub } from '../../sdk-node/prove-hub.ts';

/** Undefined if no hub is running for this home. */
export async function findOwnHub(env: NodeJS.ProcessEnv): Promise<Client | undefined> {
  try {
    await proveHub(locateHome(env), AbortSignal.timeout(5000));
    return findHub({ ...env, REINS_URL: undefined, REINS_TOKEN: undefined }).client;
  } catch {
    return undefined;
  }
}

export type HubRefresh = 'refreshed' | 'not connected' | 'not running' | 'failed';

/** How long a hub may take to connect: NATS may still be reloading its users. */
const CONNECT_MS = 10_000;

/** Makes a running hub reload its membership. An older version of Reins cannot do that. */
export async function refreshHub(env: NodeJS.ProcessEnv): Promise<HubRefresh> {
  const hub = await findOwnHub(env);
  if (!hub) return 'not running';
  return hub.fleet.refresh().then(
    () => 'refreshed' as const,
    () => 'failed' as const,
  );
}

/** The same, and waits until the hub is connected. */
export async function connectHub(env: NodeJS.ProcessEnv): Promise<HubRefresh> {
  const refresh = await refreshHub(env);
  const hub = refresh === 'refreshed' ? await findOwnHub(env) : undefined;
  const deadline = performance.now() + CONNECT_MS;
  while (hub && !(await hub.fleet.hosts()).fleet?.is_connected) {
    if (performance.now() > deadline) return 'not connected';
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return refresh;
}

/** What to do so that the hub joins; empty if it already has. */
export function hubWords(refresh: HubRefresh): string[] {
  if (refresh === 'not running') return ['Start the hub with "reins up --detach".'];
  if (refresh === 'not connected')
    return ['The hub has no connection to NATS yet. "reins fleet status" shows why.'];
  return refresh === 'failed' ? ['Restart the hub: "reins down", then "reins up --detach".'] : [];
}
