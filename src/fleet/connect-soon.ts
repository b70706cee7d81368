/** Connects to a NATS server that may be reloading its users: it may refuse a login, not respond to it, or end the connection. */
import type { NatsConnection } from '@nats-io/transport-node';
import { type ConnectOptions, connectNats, type NatsAccess } from './connect-nats.ts';
import { toNatsProblem } from './nats-errors.ts';

/** How long that may take. */
const RELOAD_MS = 5000;
const RETRY_MS = 250;

/** `refused`: what to do if the login is still refused. Throws ReinsErrors. */
export async function connectSoon(
  access: NatsAccess,
  refused: string,
  { patienceMs = RELOAD_MS, ...options }: ConnectOptions & { readonly patienceMs?: number } = {},
): Promise<NatsConnection> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connectNats(access, { ...options, isOnce: true });
    } catch (error) {
      if (performance.now() > deadline) throw toNatsProblem(error, access.servers, refused);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
