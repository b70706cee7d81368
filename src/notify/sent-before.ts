/**
 * Which of the requests that are pending when a hub starts have already been sent: the list of deliveries outlives the hub.
 * If a request was not sent, because the hub ended too soon or the device was in the foreground, this hub sends it.
 */
import type { Interaction } from '../protocol/interactions.ts';
import type { Delivery } from '../protocol/notify.ts';

export class SentBefore {
  readonly #open: readonly Interaction[];
  readonly #sent: readonly Delivery[];

  /** `outbox`: what this hub continues to send. */
  constructor(
    open: readonly Interaction[],
    deliveries: readonly Delivery[],
    outbox: Pick<ReadonlyMap<string, unknown>, 'has'>,
  ) {
    this.#open = open;
    // What was being sent when the hub ended may not have been delivered.
    this.#sent = deliveries.filter(
      ({ id, kind, state }) =>
        kind === 'needs_answer' && state !== 'failed' && (state !== 'sending' || outbox.has(id)),
    );
  }

  /** To a device: its notification includes everything that was pending at that time. */
  device(deviceId: string): ReadonlySet<string> {
    const times = this.#sent.flatMap(({ device_id, at }) => (device_id === deviceId ? [Date.parse(at)] : []));
    const last = Math.max(...times);
    return this.#idsOf(({ opened_at }) => Date.parse(opened_at) <= last);
  }

  /** To channels: each request separately, with the time at which it opened. */
  channels(): ReadonlySet<string> {
    return this.#idsOf(({ session_id, opened_at }) =>
      this.#sent.some(
        (one) => one.device_id === undefined && one.session_id === session_id && one.at === opened_at,
      ),
    );
  }

  #idsOf(isSent: (request: Interaction) => boolean): ReadonlySet<string> {
    return new Set(this.#open.filter(isSent).map(({ id }) => id));
  }
}
