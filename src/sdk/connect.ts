/** Connects a browser program to a given hub, or to the hub that served its page. */
import type { HubAddress } from './hub-request.ts';
import { createReins, type Reins } from './reins.ts';

/**
 * The hub's address and credentials. Without a `url`, a Node program finds the hub of its machine (using
 * `REINS_URL`, `REINS_HOME`, `REINS_TOKEN`), and a browser program uses the hub that served its page.
 */
export type ConnectOptions = Partial<HubAddress>;

/** Throws `hub_not_running` if no hub responds there. */
export async function connect({ url, ...rest }: ConnectOptions = {}): Promise<Reins> {
  const reins = createReins({ url: url ?? globalThis.location.origin, ...rest });
  await reins.health();
  return reins;
}
