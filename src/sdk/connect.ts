/** Connects a program in a browser: with the hub it names, or with the one that its page came from. */
import type { HubAddress } from './hub-request.ts';
import { createReins, type Reins } from './reins.ts';

/**
 * Where the hub is and how to get in. With no `url`, a program in Node finds the hub of its machine (`REINS_URL`,
 * `REINS_HOME`, `REINS_TOKEN` are heeded), and one in a browser takes the hub that its page came from.
 */
export type ConnectOptions = Partial<HubAddress>;

/** Throws `hub_not_running` when nobody answers there. */
export async function connect({ url, ...rest }: ConnectOptions = {}): Promise<Reins> {
  const reins = createReins({ url: url ?? globalThis.location.origin, ...rest });
  await reins.health();
  return reins;
}
