/**
 * Sends the other hosts whether a person is looking at a device of this one, and receives the same. Nothing is
 * stored: a host that is silent for some seconds counts as unattended.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { callerOf, presenceSubject } from './subjects.ts';

const REPEAT_MS = 5000;
const EXPIRES_MS = 15_000;

/** Who is looking, here and on other hosts. */
export interface SharedPresence {
  isAnyoneHere(): boolean;
  /** Returns an unsubscribe function. */
  onHereChange(listener: () => void): () => void;
  setElsewhere(host: string, isThere: boolean): void;
}

/** Returns a function that ends it. */
export function exchangePresence(nats: NatsConnection, host: string, presence: SharedPresence): () => void {
  const expiring = new Map<string, NodeJS.Timeout>();
  const report = () => {
    if (!nats.isClosed()) nats.publish(presenceSubject(host), presence.isAnyoneHere() ? 'yes' : 'no');
  };
  const forget = (other: string) => {
    clearTimeout(expiring.get(other));
    expiring.delete(other);
    presence.setElsewhere(other, false);
  };
  const subscription = nats.subscribe(presenceSubject('*'), {
    callback: (error, message) => {
      const other = callerOf(error ? '' : message.subject);
      if (other === '' || other === host) return;
      if (message.string() !== 'yes') return forget(other);
      clearTimeout(expiring.get(other));
      presence.setElsewhere(other, true);
      expiring.set(other, setTimeout(() => forget(other), EXPIRES_MS).unref());
    },
  });
  const unsubscribe = presence.onHereChange(report);
  const repeat = setInterval(() => {
    if (presence.isAnyoneHere()) report();
  }, REPEAT_MS).unref();
  if (presence.isAnyoneHere()) report();
  return () => {
    clearInterval(repeat);
    unsubscribe();
    subscription.unsubscribe();
    for (const other of [...expiring.keys()]) forget(other);
  };
}
