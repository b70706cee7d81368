/** What became of a notification, in words. Pure. */
import type { Delivery, DeliveryState } from '../../src/protocol/notify.ts';
import { NOTICES } from './notices.ts';

const STATES: Readonly<Record<DeliveryState, string>> = {
  sending: 'on its way',
  accepted: 'taken by the push service, not shown yet',
  shown: 'shown',
  clicked: 'opened or answered',
  failed: 'failed',
};

/** `failed: the push service responded with status 400` */
export function stateWords({ state, reason, device_id }: Delivery): string {
  if (reason !== undefined) return `${state === 'sending' ? 'tried again soon' : STATES[state]}: ${reason}`;
  // Other ways than devices say no more than that they have it.
  return state === 'accepted' && device_id === undefined ? 'delivered' : STATES[state];
}

export function aboutWords({ kind }: Pick<Delivery, 'kind'>): string {
  if (kind === 'test') return 'A test';
  return kind === 'answered'
    ? 'What waited was answered'
    : (NOTICES.find((notice) => notice.kind === kind)?.words ?? kind);
}

/** What a test showed, once it is clear; undefined while it is not. */
export function testVerdict(test: Delivery | undefined): string | undefined {
  return test?.state === 'shown' || test?.state === 'clicked' ? 'It was shown.' : undefined;
}
