/** Whether there is room for the list beside the rest; follows the window. */
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
