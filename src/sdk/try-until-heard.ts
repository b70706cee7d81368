/**
 * Makes a call again for as long as nobody answers it: a hub that is being started again, a phone between two networks.
 * Only for calls that may safely be made twice. What the hub refuses is never tried again.
 */
import { ReinsError } from '../protocol/errors.ts';
import { type Backoff, backOff } from './backoff.ts';

export interface TryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly backoff?: Backoff | undefined;
}

/** Tried this often at most: over about half a minute, in which a hub comes back or a phone finds its network. */
const TRIES = 10;

export async function tryUntilHeard<T>(call: () => Promise<T>, options: TryOptions = {}): Promise<T> {
  const { signal = new AbortController().signal, backoff = backOff } = options;
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isUnheard(error) || signal.aborted || tries >= TRIES) throw error;
      await backoff(tries, signal);
    }
  }
}

/** Nobody said a word about the call: the connection was lost, or something between us and the hub failed. */
function isUnheard(error: unknown): boolean {
  if (!(error instanceof ReinsError)) return false;
  const status = error.details?.['status'];
  const isWordless = typeof status === 'number' && status >= 500 && error.details?.['code'] === undefined;
  return error.code === 'hub_not_running' || (error.code === 'internal' && isWordless);
}
