/** The JetStream that a connection uses. Behind a leaf node it is in another domain, which the membership names. */
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';

const domains = new WeakMap<NatsConnection, string>();

export function useDomain(nats: NatsConnection, domain: string): void {
  domains.set(nats, domain);
}

export function jetstreamOf(nats: NatsConnection): JetStreamClient {
  const domain = domains.get(nats);
  return jetstream(nats, domain === undefined ? {} : { domain });
}
