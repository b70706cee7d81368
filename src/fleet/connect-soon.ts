/** Connects to a NATS server that may be reloading its users: it may refuse a login, not respond to it, or end the connection. */
import type { NatsConnection } from '@nats-io/transport-node';
import { type ConnectOptions, connectNats, type NatsAccess } from './connect-nats.ts';
import { isRefusedLogin, toNatsProblem } from './nats-errors.ts';

/** How long that may take. */
const RELOAD_MS = 5000;
const RETRY_MS = 250;

/**
 * `refused`: what to do if the login is still refused. `refusedMs`: how long a refusal may be due to a reload. Throws
 * ReinsErrors.
 */
export async function connectSoon(
  access: NatsAccess,
  refused: string,
  { refusedMs = RELOAD_MS, ...options }: ConnectOptions & { readonly refusedMs?: number } = {},
): Promise<NatsConnection> {
  const started = performance.now();
  for (;;) {
    try {
      return await connectNats(access, { ...options, isOnce: true });
    } catch (error) {
      const limitMs = isRefusedLogin(error) ? refusedMs : RELOAD_MS;
      if (performance.now() - started > limitMs) throw toNatsProblem(error, access.servers, refused);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
