/** The newest deliveries. */
import { useEffect, useState } from 'preact/hooks';
import type { Delivery } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';

const SHOWN = 8;

export function useDeliveries() {
  const { client } = useHub();
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>([]);
  const take = (items: readonly Delivery[]) => setDeliveries(items.slice(0, SHOWN));
  // Once, when the screen opens.
  useEffect(() => {
    client.push.deliveries().then(
      ({ items }) => take(items),
      // The list is not needed for anything else.
      () => {},
    );
  }, []);
  return { deliveries, take };
}
