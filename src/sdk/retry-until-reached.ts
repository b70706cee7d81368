/**
 * When a call to the hub is retried: the one rule for all clients. Network errors and responses that are not
 * from the hub (a proxy's 502, a page instead of JSON) mean that the hub is unreachable; such calls are
 * repeated with pauses. A refusal by the hub is final. A failure that the hub itself reports is final for
 * calls that change something; reads are repeated.
 */
import { ERROR_STATUS, ReinsError } from '../protocol/errors.ts';
import { type Backoff, backOff } from './backoff.ts';

export interface TryOptions {
  readonly signal?: AbortSignal | undefined;
  readonly backoff?: Backoff | undefined;
}

export interface ReadOptions extends TryOptions {
  /** Called before each pause. */
  readonly onFailure?: (error: unknown) => void;
}

/** Over about half a minute, in which a hub comes back or a phone finds its network. */
const TRIES = 10;

/** The hub did not get the call, or its response was lost. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ReinsError && error.code === 'hub_not_running';
}

/** The hub refused: retrying cannot help. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ReinsError)) return false;
  const status: number = ERROR_STATUS[error.code];
  return status >= 400 && status < 500;
}

/** For idempotent calls: repeats one that has not reached the hub, a limited number of times. */
export function retryUntilReached<T>(call: () => Promise<T>, options: TryOptions = {}): Promise<T> {
  return repeat(call, options, (error, tries) => isUnreachable(error) && tries < TRIES);
}

/**
 * For reads: repeats one until the hub responds. Throws refusals of the hub, and the newest failure once the
 * signal fires.
 */
export function untilAnswered<T>(read: () => Promise<T>, options: ReadOptions): Promise<T> {
  return repeat(read, options, (error) => !isRefusal(error));
}

async function repeat<T>(
  call: () => Promise<T>,
  { signal = new AbortController().signal, backoff = backOff, onFailure }: ReadOptions,
  isRetried: (error: unknown, tries: number) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !isRetried(error, tries)) throw error;
      onFailure?.(error);
      await backoff(tries, signal);
      if (signal.aborted) throw error;
    }
  }
}
