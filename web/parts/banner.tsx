/** Shows that the page is not live, and since when. */
import { useEffect, useState } from 'preact/hooks';
import { currentLocale, t } from '../../src/core/translate.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

/** A new page usually connects faster than this; the banner would only make it jump. */
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
  const time = new Date(liveUntil).toLocaleTimeString(currentLocale(), {
    hour: '2-digit',
    minute: '2-digit',
  });
  return (
    <div class="banner" role="status">
      {wasLive ? t('Reconnecting. Showing data from {time}.', { time }) : t('Connecting to the hub…')}
    </div>
  );
}
