/** Plain links go from screen to screen without loading the page anew: one listener for all of them, however long a list is. */
import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter';

export function useLinks(): void {
  const [, go] = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // In another tab or window, if that is what was wanted.
      const isPlain =
        !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0;
      if (link?.target !== '' || link.origin !== location.origin) return;
      if (!isPlain || event.defaultPrevented || link.hasAttribute('download')) return;
      if (link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      go(link.pathname + link.search);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [go]);
}
