/** The fate of a test, looked at for as long as it may take. */
import type { Delivery } from '../../src/protocol/notify.ts';
import type { Client } from '../../src/sdk/index.ts';
import { testVerdict } from './delivery-words.ts';

const LOOK_EVERY_MS = 500;
/** A push service that is well brings it within a few seconds. */
const PATIENCE_MS = 15_000;

/** Resolves with words about how it went. Throws what the push service has against it. */
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
    throw new Error(`It failed: ${reason ?? 'the push service refused it'}.`);
  }
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const verdict = await look();
    if (verdict !== undefined) return verdict;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return 'The push service has taken it, but nothing was shown yet. Look whether the system lets the browser show notifications.';
}
