/** Waits for the result of a test notification. */
import { t } from '../../src/core/translate.ts';
import type { Delivery } from '../../src/protocol/notify.ts';
import type { Client } from '../../src/sdk/index.ts';
import { testVerdict } from './delivery-text.ts';

const LOOK_EVERY_MS = 500;
/** A working push service delivers within a few seconds. */
const PATIENCE_MS = 15_000;

/** Resolves with a description of the result. Throws if the push service refuses the notification. */
export async function followTest(
  { push }: Pick<Client, 'push'>,
  { id, state, reason }: Delivery,
  onLook: (deliveries: readonly Delivery[]) => void = () => {},
): Promise<string> {
  const look = async () => {
    const { items } = await push.deliveries();
    onLook(items);
    return testVerdict(items.find((one) => one.id === id));
  };
  if (state === 'failed') {
    await look();
    throw new Error(t('The test failed: {reason}.', { reason: reason ?? t('the push service refused it') }));
  }
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const verdict = await look();
    if (verdict !== undefined) return verdict;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return t(
    'The push service accepted the notification, but it was not shown yet. Check that the system allows the browser to show notifications.',
  );
}
