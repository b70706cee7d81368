/** Whether the window is wide enough for the list beside the open screen, or for a map of turns beside that. */
import { useEffect, useState } from 'preact/hooks';

const DESK = matchMedia('(min-width: 900px)');
const WIDE = matchMedia('(min-width: 1240px)');

export function useIsDesk(): boolean {
  return useMatch(DESK);
}

export function useIsWide(): boolean {
  return useMatch(WIDE);
}

function useMatch(query: MediaQueryList): boolean {
  const [isMatch, setMatch] = useState(query.matches);
  useEffect(() => {
    const look = () => setMatch(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [query]);
  return isMatch;
}
