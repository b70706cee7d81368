/**
 * Connects a Node program to the hub it names, or to the hub of this machine, found like the commands find
 * it.
 */
import type { ConnectOptions } from '../sdk/connect.ts';
import { createReins, type Reins } from '../sdk/reins.ts';
import { findHub } from './find-hub.ts';

export async function connect({ url, ...rest }: ConnectOptions = {}): Promise<Reins> {
  const address = url === undefined ? { ...findHub(process.env).address, ...rest } : { url, ...rest };
  const reins = createReins(address);
  await reins.health();
  return reins;
}
