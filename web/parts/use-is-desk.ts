/** Whether the window is wide enough for the list beside the open screen. */
import { useEffect, useState } from 'preact/hooks';

const WIDE = matchMedia('(min-width: 900px)');

export function useIsDesk(): boolean {
  const [isDesk, setDesk] = useState(WIDE.matches);
  useEffect(() => {
    const look = () => setDesk(WIDE.matches);
    WIDE.addEventListener('change', look);
    return () => WIDE.removeEventListener('change', look);
  }, []);
  return isDesk;
}
