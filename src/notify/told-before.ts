/**
 * Which of the asks that wait when a hub begins have been told of already: the list of deliveries outlives the hub. One that
 * nobody was told of, since the hub ended too soon or the device was looked at, is told of by this hub.
 */
import type { Interaction } from '../protocol/interactions.ts';
import type { Delivery } from '../protocol/notify.ts';

export class ToldBefore {
  readonly #open: readonly Interaction[];
  readonly #told: readonly Delivery[];

  constructor(open: readonly Interaction[], deliveries: readonly Delivery[]) {
    this.#open = open;
    // What was being sent when the hub ended may not have gone out.
    this.#told = deliveries.filter(
      ({ kind, state }) => kind === 'needs_answer' && state !== 'sending' && state !== 'failed',
    );
  }

  /** To a device: its notification names everything that waited by then. */
  device(deviceId: string): ReadonlySet<string> {
    const times = this.#told.flatMap(({ device_id, at }) => (device_id === deviceId ? [Date.parse(at)] : []));
    const last = Math.max(...times);
    return this.#idsOf(({ opened_at }) => Date.parse(opened_at) <= last);
  }

  /** By the ways of the settings: each ask for itself, with the time at which it opened. */
  channels(): ReadonlySet<string> {
    return this.#idsOf(({ session_id, opened_at }) =>
      this.#told.some(
        (one) => one.device_id === undefined && one.session_id === session_id && one.at === opened_at,
      ),
    );
  }

  #idsOf(isTold: (ask: Interaction) => boolean): ReadonlySet<string> {
    return new Set(this.#open.filter(isTold).map(({ id }) => id));
  }
}
