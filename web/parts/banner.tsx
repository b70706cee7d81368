/** Says so when the page is not live, and since when: never a silent stale page. */
import { useEffect, useState } from 'preact/hooks';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

/** A page that has just been opened connects sooner than this, and need not move to say so. */
const OPENING_MS = 1000;

export function Banner() {
  const { connection } = useHub();
  const { isLive, wasLive, liveUntil, refusal } = useStore(connection);
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isLive && refusal === undefined) return null;
  if (isOpening && !wasLive) return null;
  const time = new Date(liveUntil).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return (
    <div class="banner" role="status">
      {wasLive ? `Reconnecting. What you see is from ${time}.` : 'Connecting to the hub.'}
    </div>
  );
}
