/** Says so when the page is not live, and since when: never a silent stale page. */
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

export function Banner() {
  const { connection } = useHub();
  const { isLive, wasLive, liveUntil, refusal } = useStore(connection);
  if (isLive && refusal === undefined) return null;
  const time = new Date(liveUntil).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return (
    <div class="banner" role="status">
      {wasLive ? `Reconnecting. What you see is from ${time}.` : 'Connecting to the hub.'}
    </div>
  );
}
