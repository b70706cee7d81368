/** A time that stays true while one looks at it; the exact one on hover. */
import { useEffect, useReducer } from 'preact/hooks';
import { exactTime, relativeTime } from './relative-time.ts';

const TICK_MS = 30_000;

export function Ago({ at }: { readonly at: string }) {
  const [, tick] = useReducer<number, undefined>((count) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(undefined), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at)}
    </time>
  );
}
