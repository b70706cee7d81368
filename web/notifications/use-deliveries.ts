/** The newest deliveries, and the fate of a test followed for as long as it may take. */
import { useEffect, useState } from 'preact/hooks';
import type { Delivery } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { testVerdict } from './delivery-words.ts';

const SHOWN = 8;
const LOOK_EVERY_MS = 500;
/** A push service that is well brings it within a few seconds. */
const PATIENCE_MS = 15_000;

export function useDeliveries() {
  const { client } = useHub();
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>([]);
  const load = async () => {
    const { items } = await client.push.deliveries();
    setDeliveries(items.slice(0, SHOWN));
    return items;
  };
  // Once, when the screen opens.
  useEffect(() => void load().catch(() => {}), []);

  /** Resolves with words about how the test went. */
  const follow = async (testId: string): Promise<string> => {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const verdict = testVerdict((await load()).find(({ id }) => id === testId));
      if (verdict !== undefined) return verdict;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return 'The push service has taken it, but nothing was shown here yet. Look whether the system lets this browser show notifications.';
  };
  return { deliveries, load, follow };
}
