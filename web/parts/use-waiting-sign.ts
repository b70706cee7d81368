/** How many wait, where a person sees it without looking at the page: its title, its icons, and what notifications still say. */
import { useEffect } from 'preact/hooks';
import type { PageHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

/** The tag under which the hub shows what waits. */
const WAITS = 'waits';

export function useWaitingSign(hub: PageHub): void {
  const { waiting, isLoaded } = useStore(hub.inbox);
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Reins` : 'Reins';
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute('href', waiting > 0 ? '/icons/reins-waits.svg' : '/icons/reins.svg');
    void navigator.setAppBadge?.(waiting).catch(() => {});
    if (isLoaded && waiting === 0) void takeBackNotification().catch(() => {});
  }, [waiting, isLoaded]);
}

/** The hub does not take it back on a device that is looked at. */
async function takeBackNotification(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications({ tag: WAITS })) ?? []) shown.close();
}
