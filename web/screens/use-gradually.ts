/** How much of a long list is drawn: at first what fills a screen, the rest piece by piece. */
import { useEffect, useState } from 'preact/hooks';

const FIRST = 16;
const STEP = 24;
/** Time for a tap or a key in between. */
const BREATH_MS = 30;

export function useGradually(total: number): number {
  const [count, setCount] = useState(FIRST);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + STEP), BREATH_MS);
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
