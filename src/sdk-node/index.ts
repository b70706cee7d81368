/** The SDK for Node: all of the SDK, and a `connect` that finds the hub of this machine automatically. */
import { type ConnectOptions, checked } from '../sdk/connect.ts';
import type { Reins } from '../sdk/reins.ts';
import { findHub } from './find-hub.ts';

export * from '../sdk/index.ts';

/** Connects to the hub at `url`, or to the hub of this machine, found like the commands find it. */
export async function connect({ url, ...rest }: ConnectOptions = {}): Promise<Reins> {
  return checked(url === undefined ? { ...findHub(process.env).address, ...rest } : { url, ...rest });
}
