/** Connects a browser program to a given hub, or to the hub that served its page. */
import type { HubAddress } from './hub-request.ts';
import { createReins, type Reins } from './reins.ts';

/**
 * The hub's address and credentials. Without a `url`, a Node program finds the hub of its machine (using
 * `REINS_URL`, `REINS_HOME`, `REINS_TOKEN`), and a browser program uses the hub that served its page.
 */
export type ConnectOptions = Partial<HubAddress>;

/**
 * Connects to a hub. Throws `hub_not_running` if no hub responds there, and `unauthorized` if it does not
 * recognize the token or the device.
 */
export function connect({ url, ...rest }: ConnectOptions = {}): Promise<Reins> {
  return checked({ url: url ?? globalThis.location.origin, ...rest });
}

/** Without credentials there is nothing to check: a browser may be about to pair. */
export async function checked(address: HubAddress): Promise<Reins> {
  const reins = createReins(address);
  await reins.health();
  if (address.token !== undefined || address.deviceKey !== undefined) await reins.me();
  return reins;
}
