/** Describes the state of a notification. Pure. */
import { t } from '../../src/core/translate.ts';
import type { Delivery, DeliveryState } from '../../src/protocol/notify.ts';
import { NOTICES } from './notices.ts';

const STATES: Readonly<Record<DeliveryState, string>> = {
  sending: t('sending'),
  accepted: t('accepted by the push service, not shown yet'),
  shown: t('shown'),
  clicked: t('opened or answered'),
  failed: t('failed'),
};

/** `failed: the push service responded with status 400` */
export function stateText({ state, reason, device_id }: Delivery): string {
  if (reason !== undefined) return `${state === 'sending' ? t('retrying') : STATES[state]}: ${reason}`;
  // Other channels report only that they accepted it.
  return state === 'accepted' && device_id === undefined ? t('delivered') : STATES[state];
}

export function aboutText({ kind }: Pick<Delivery, 'kind'>): string {
  if (kind === 'test') return t('Test');
  return kind === 'answered'
    ? t('Request answered')
    : (NOTICES.find((notice) => notice.kind === kind)?.words ?? kind);
}

/** The result of a test notification; undefined while unknown. */
export function testVerdict(test: Delivery | undefined): string | undefined {
  return test?.state === 'shown' || test?.state === 'clicked' ? t('The notification was shown') : undefined;
}
