/** What became of the newest notifications, to this device and to others. */
import type { Delivery } from '../../src/protocol/notify.ts';
import { useHub } from '../hub/page-hub.ts';
import { Ago } from '../parts/ago.tsx';
import { aboutWords, stateWords } from './delivery-words.ts';

export function DeliveryList({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { me } = useHub();
  if (deliveries.length === 0) return null;
  return (
    <div>
      <h3 class="label">The newest</h3>
      <ul class="devices">
        {deliveries.map((one) => (
          <li key={one.id}>
            <span class="grow">
              {aboutWords(one)}
              {one.device_id !== me.device_id && <span class="muted"> to {one.target}</span>}
              <span class={`small device-about ${one.state === 'failed' ? 'failed' : 'muted'}`}>
                {stateWords(one)}
              </span>
            </span>
            <span class="small muted">
              <Ago at={one.at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
