/** Connects to the NATS server of a fleet, and stays connected: after the first connection, it reconnects forever. */

import { readFileSync } from 'node:fs';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { useDomain } from './jetstream-of.ts';
import type { Membership } from './membership.ts';
import { inboxOf } from './subjects.ts';

const RETRY_MS = 1000;
const PING_MS = 10_000;
/** A server that reloads its users may not respond to a login. */
const LOGIN_MS = 3000;

export interface ConnectOptions {
  /** For a single call: a lost connection stays lost. */
  readonly isOnce?: boolean;
  /** Where replies arrive; by default, the inbox of the host. */
  readonly inbox?: string;
}

/** Who connects, where, and with which login. */
export type NatsAccess = Pick<Membership, 'host_id' | 'name' | 'servers' | 'login' | 'ca_file' | 'domain'>;

export async function connectNats(
  { host_id, name, servers, login, ca_file, domain }: NatsAccess,
  { isOnce = false, inbox = inboxOf(host_id) }: ConnectOptions = {},
): Promise<NatsConnection> {
  const authenticator = authenticatorOf(login);
  const nats = await connect({
    servers: [...servers],
    name: `reins ${name}`,
    inboxPrefix: inbox,
    ...(authenticator && { authenticator }),
    ...(ca_file && { tls: { caFile: ca_file } }),
    reconnect: !isOnce,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    timeout: LOGIN_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // A removed member keeps trying, and connects again once it is invited again.
    ignoreAuthErrorAbort: !isOnce,
  });
  if (domain !== undefined) useDomain(nats, domain);
  return nats;
}

function authenticatorOf(login: Membership['login']): Authenticator | undefined {
  switch (login.type) {
    case 'nkey':
      return nkeyAuthenticator(new TextEncoder().encode(login.seed));
    case 'creds':
      return credsAuthenticator(() => readFileSync(login.file));
    case 'token':
      return tokenAuthenticator(login.token);
    case 'password':
      return usernamePasswordAuthenticator(login.user, login.password);
    case 'none':
      return undefined;
  }
}
